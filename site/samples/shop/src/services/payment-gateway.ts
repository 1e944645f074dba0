import { config } from '../config'
import type { PaymentCard } from '../models'

export interface Payment {
  accepted: boolean
  reference: string
}

/** Amount in cents. The key makes a repeated call harmless. */
export async function charge(card: PaymentCard, amount: number, key: string): Promise<Payment> {
  const answer = await fetch(`${config.payment.url}/charges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.payment.key}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount, currency: 'EUR', number: card.cardNumber, expiry: card.expiry, cvv: card.cvv }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`The payment provider answered ${answer.status}`)
  return (await answer.json()) as Payment
}

export async function refund(reference: string, amount: number): Promise<Payment> {
  const answer = await fetch(`${config.payment.url}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.payment.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`The payment provider answered ${answer.status}`)
  return (await answer.json()) as Payment
}
