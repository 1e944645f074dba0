import bcrypt from 'bcryptjs'

const ROUNDS = 8

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, ROUNDS)

export const checkPassword = (password: string, hash: string): Promise<boolean> => bcrypt.compare(password, hash)
