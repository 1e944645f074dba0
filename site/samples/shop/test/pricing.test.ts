import { describe, expect, test } from 'vitest'
import { discounted, shippingCost, subtotal } from '../src/services/pricing'

describe('pricing', () => {
  test('adds up lines', () => {
    expect(subtotal([{ price: 250, quantity: 2 }, { price: 100, quantity: 1 }])).toBe(600)
  })

  test('takes a discount off', () => {
    expect(discounted(999, 10)).toBe(899)
  })

  test('ships for free within Austria from 50 euros', () => {
    expect(shippingCost(5000, 1, { country: 'AT', postcode: '1010' }, false)).toBe(0)
  })

  test('ships to Switzerland', () => {
    shippingCost(5000, 6, { country: 'CH', postcode: '8001' }, true)
  })
})
