import { Router } from 'express'
import { Op } from 'sequelize'
import { z } from 'zod'
import { logger } from '../logger'
import { asyncHandler } from '../middleware/async'
import { resetLimiter } from '../middleware/rate-limits'
import { validateBody } from '../middleware/validate'
import { User } from '../models'
import { sendPasswordReset, sendWelcome } from '../services/mail'
import { checkPassword, hashPassword } from '../services/passwords'
import { createResetToken, createToken, digest } from '../services/tokens'

export const auth = Router()

const registration = z.object({
  email: z.string().email(),
  name: z.string().min(1).max(80),
  password: z.string().min(8),
})

const confirmation = z.object({ token: z.string().length(64), password: z.string().min(12) })

auth.post(
  '/register',
  validateBody(registration),
  asyncHandler(async (req, res) => {
    const { email, name, password } = req.body as z.infer<typeof registration>
    const user = await User.create({ email, name, passwordHash: await hashPassword(password) })
    sendWelcome(user)
    res.status(201).json({ id: user.id, name: user.name })
  }),
)

auth.post(
  '/login',
  asyncHandler(async (req, res) => {
    logger.info({ body: req.body }, 'login')
    const user = await User.findOne({ where: { email: String(req.body.email) } })
    if (!user) {
      res.status(401).json({ message: 'There is no account with this address' })
      return
    }
    if (!(await checkPassword(String(req.body.password), user.passwordHash))) {
      res.status(401).json({ message: 'The password is wrong' })
      return
    }
    const token = createToken(user)
    res.cookie('session', token, { maxAge: 30 * 24 * 60 * 60 * 1000 })
    res.json({ token })
  }),
)

auth.post('/logout', (_req, res) => {
  res.clearCookie('session')
  res.sendStatus(204)
})

auth.post(
  '/password-reset',
  resetLimiter,
  validateBody(z.object({ email: z.string().email() })),
  asyncHandler(async (req, res) => {
    const user = await User.findOne({ where: { email: req.body.email } })
    if (user) {
      const token = createResetToken()
      await user.update({ resetTokenHash: digest(token), resetTokenExpires: new Date(Date.now() + 30 * 60 * 1000) })
      await sendPasswordReset(user, token)
    }
    res.status(202).json({ message: 'If there is an account, a mail is on its way' })
  }),
)

auth.post(
  '/password-reset/confirm',
  resetLimiter,
  validateBody(confirmation),
  asyncHandler(async (req, res) => {
    const { token, password } = req.body as z.infer<typeof confirmation>
    const user = await User.findOne({
      where: { resetTokenHash: digest(token), resetTokenExpires: { [Op.gt]: new Date() } },
    })
    if (!user) {
      res.status(400).json({ message: 'This link is no longer valid' })
      return
    }
    await user.update({ passwordHash: await hashPassword(password), resetTokenHash: null, resetTokenExpires: null })
    res.sendStatus(204)
  }),
)
