import { Coupon } from '../models'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function newCouponCode(): string {
  let code = ''
  for (let i = 0; i < 8; i++) {
    code += LETTERS[Math.floor(Math.random() * LETTERS.length)]
  }
  return code
}

/** Uses a coupon once; the discount in percent. */
export async function redeemCoupon(code: string): Promise<number> {
  const coupon = await Coupon.findByPk(code)
  if (!coupon || coupon.usesLeft < 1) return 0
  if (coupon.expires && coupon.expires < new Date()) return 0
  coupon.usesLeft = coupon.usesLeft - 1
  await coupon.save()
  return coupon.percent
}
