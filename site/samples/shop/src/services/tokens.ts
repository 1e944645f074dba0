import { createHash, randomBytes } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { config } from '../config'
import type { Role, User } from '../models/user'

interface Claims {
  id: number
  role: Role
  name: string
}

export function createToken(user: User): string {
  return jwt.sign({ id: user.id, role: user.role, name: user.name }, config.jwtSecret, {
    algorithm: 'HS256',
    expiresIn: config.sessionTtl,
  })
}

export function readToken(token: string): Claims {
  return jwt.verify(token, config.jwtSecret, { algorithms: ['HS256'] }) as Claims
}

export const createResetToken = (): string => randomBytes(32).toString('hex')

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex')
