import { Router } from 'express'
import { asyncHandler } from '../middleware/async'
import { Product, Review } from '../models'
import { homePage } from '../views/home-page'
import { productPage } from '../views/product-page'

export const pages = Router()

const partners = new Map([
  ['knives', 'https://knives.example.com'],
  ['pottery', 'https://pottery.example.org'],
])

pages.get(
  '/',
  asyncHandler(async (_req, res) => {
    res.send(homePage(await Product.findAll({ limit: 12, order: [['id', 'DESC']] })))
  }),
)

pages.get(
  '/products/:id',
  asyncHandler(async (req, res) => {
    const id = Number(req.params.id)
    const product = await Product.findByPk(id)
    const reviews = await Review.findAll({ where: { productId: id }, limit: 20, order: [['id', 'DESC']] })
    const related = await Product.findAll({ where: { category: product?.category ?? '' }, limit: 4 })
    if (!product) {
      res.sendStatus(404)
      return
    }
    res.send(productPage(product, reviews, related))
  }),
)

pages.get('/partners/:name', (req, res) => {
  const address = partners.get(req.params.name)
  if (!address) {
    res.sendStatus(404)
    return
  }
  res.redirect(address)
})

pages.get('/continue', (req, res) => {
  const next = typeof req.query.next === 'string' ? req.query.next : '/'
  res.redirect(next)
})
