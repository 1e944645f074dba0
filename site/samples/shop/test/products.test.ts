import request from 'supertest'
import { beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../src/app'
import { Product } from '../src/models'

vi.mock('../src/queue', () => ({ queueConfirmation: vi.fn() }))

beforeEach(() => {
  vi.spyOn(Product, 'findAll').mockResolvedValue([])
  vi.spyOn(Product, 'findByPk').mockResolvedValue(null)
})

test('lists products', async () => {
  const answer = await request(createApp()).get('/api/products')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual([])
})

test('does not know every product', async () => {
  await request(createApp()).get('/api/products/99').expect(404)
})

test('answers quickly', async () => {
  const start = Date.now()
  await request(createApp()).get('/api/products')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(Date.now() - start).toBeLessThan(200)
})
