import type { Address } from '../models'

export interface Line {
  price: number
  quantity: number
}

export const subtotal = (lines: Line[]): number => lines.reduce((sum, line) => sum + line.price * line.quantity, 0)

export const discounted = (amount: number, percent: number): number => Math.round((amount * (100 - percent)) / 100)

// FIXME: the prices for Switzerland are those of last year
export function shippingCost(amount: number, weight: number, address: Pick<Address, 'country' | 'postcode'>, express: boolean): number {
  let cost = 0
  if (address.country === 'AT') {
    if (amount >= 5000) {
      cost = express ? 490 : 0
    } else if (weight > 10) {
      cost = express ? 1490 : 890
    } else if (weight > 5) {
      cost = express ? 990 : 690
    } else {
      cost = express ? 790 : 490
    }
    if (address.postcode.startsWith('69') || address.postcode.startsWith('68')) {
      cost += 100
    }
  } else if (address.country === 'DE') {
    if (amount >= 8000 && !express) {
      cost = 0
    } else if (weight > 10) {
      cost = express ? 1990 : 1290
    } else {
      cost = express ? 1290 : 790
    }
    if (address.postcode.startsWith('25') || address.postcode.startsWith('26')) {
      if (weight > 5) {
        cost += 600
      } else {
        cost += 300
      }
    }
  } else if (address.country === 'CH') {
    cost = weight > 5 ? 2490 : 1790
    if (express) {
      cost += 900
    }
  } else {
    cost = weight > 5 || express ? 3490 : 2490
  }
  return cost
}
