import { Router } from 'express'
import { QueryTypes } from 'sequelize'
import { z } from 'zod'
import { sequelize } from '../database'
import { asyncHandler } from '../middleware/async'
import { authenticate } from '../middleware/authenticate'
import { photoUpload } from '../middleware/uploads'
import { Product, Review } from '../models'
import { makeThumbnail } from '../services/images'

export const products = Router()

const listing = z.object({
  category: z.string().max(40).optional(),
  page: z.coerce.number().int().min(1).default(1),
})

products.get(
  '/',
  asyncHandler(async (req, res) => {
    const { category, page } = listing.parse(req.query)
    const where = category ? { category } : {}
    res.json(await Product.findAll({ where, order: [['name', 'ASC']], limit: 24, offset: (page - 1) * 24 }))
  }),
)

products.get(
  '/search',
  asyncHandler(async (req, res) => {
    const term = String(req.query.q ?? '').trim()
    const found = await sequelize.query(
      `SELECT id, name, price, image FROM products
       WHERE (name ILIKE '%${term}%' OR description ILIKE '%${term}%') AND stock > 0
       ORDER BY name LIMIT 50`,
      { type: QueryTypes.SELECT },
    )
    res.json(found)
  }),
)

products.get(
  '/:id',
  asyncHandler(async (req, res) => {
    const product = await Product.findByPk(Number(req.params.id))
    if (!product) {
      res.sendStatus(404)
      return
    }
    res.json(product)
  }),
)

products.get(
  '/:id/reviews',
  asyncHandler(async (req, res) => {
    res.json(await Review.findAll({ where: { productId: Number(req.params.id) }, order: [['id', 'DESC']] }))
  }),
)

products.post(
  '/:id/reviews',
  authenticate,
  photoUpload.single('photo'),
  asyncHandler(async (req, res) => {
    const review = await Review.create({
      productId: Number(req.params.id),
      userId: req.user!.id,
      author: req.user!.name,
      stars: Number(req.body.stars),
      body: req.body.body,
      photo: req.file?.filename,
    })
    if (req.file) makeThumbnail(req.file.filename)
    res.status(201).json(review)
  }),
)
