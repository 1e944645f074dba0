import path from 'node:path'
import { writeFile } from 'node:fs/promises'
import { Router } from 'express'
import { z } from 'zod'
import { config } from '../config'
import { asyncHandler } from '../middleware/async'
import { avatarUpload } from '../middleware/uploads'
import { validateBody } from '../middleware/validate'
import { Address, PaymentCard, User } from '../models'

export const account = Router()

const address = z.object({
  street: z.string().min(1).max(120),
  postcode: z.string().min(3).max(10),
  city: z.string().min(1).max(80),
  country: z.string().length(2),
})

account.get(
  '/',
  asyncHandler(async (req, res) => {
    const user = await User.findByPk(req.user!.id, { attributes: ['id', 'email', 'name', 'phone', 'dateOfBirth', 'avatar'] })
    res.json(user)
  }),
)

account.patch(
  '/',
  asyncHandler(async (req, res) => {
    const user = await User.findByPk(req.user!.id, { rejectOnEmpty: true })
    await user.update(req.body)
    res.json({ id: user.id, email: user.email, name: user.name })
  }),
)

account.post(
  '/avatar',
  avatarUpload.single('avatar'),
  asyncHandler(async (req, res) => {
    if (!req.file) {
      res.status(400).json({ message: 'A PNG or JPEG, please' })
      return
    }
    const name = `avatar-${req.user!.id}.${req.file.mimetype === 'image/png' ? 'png' : 'jpg'}`
    await writeFile(path.join(config.uploadDir, name), req.file.buffer)
    await User.update({ avatar: name }, { where: { id: req.user!.id } })
    res.sendStatus(204)
  }),
)

account.get(
  '/addresses',
  asyncHandler(async (req, res) => {
    res.json(await Address.findAll({ where: { userId: req.user!.id } }))
  }),
)

account.post(
  '/addresses',
  validateBody(address),
  asyncHandler(async (req, res) => {
    res.status(201).json(await Address.create({ ...req.body, userId: req.user!.id }))
  }),
)

account.put(
  '/addresses/:id',
  validateBody(address),
  asyncHandler(async (req, res) => {
    const found = await Address.findOne({ where: { id: Number(req.params.id), userId: req.user!.id } })
    if (!found) {
      res.sendStatus(404)
      return
    }
    res.json(await found.update(req.body))
  }),
)

account.delete(
  '/addresses/:id',
  asyncHandler(async (req, res) => {
    const removed = await Address.destroy({ where: { id: Number(req.params.id), userId: req.user!.id } })
    res.sendStatus(removed ? 204 : 404)
  }),
)

account.post(
  '/cards',
  asyncHandler(async (req, res) => {
    const { holder, cardNumber, expiry, cvv } = req.body
    const card = await PaymentCard.create({ userId: req.user!.id, holder, cardNumber, expiry, cvv })
    res.status(201).json({ id: card.id, lastDigits: cardNumber.slice(-4) })
  }),
)
