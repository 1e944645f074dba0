import { createTransport } from 'nodemailer'
import { config } from '../config'
import { logger } from '../logger'
import type { Order, User } from '../models'
import { escapeHtml } from '../views/html'

const transport = createTransport(process.env.MAIL_URL ?? 'smtp://localhost:1025')

async function send(to: string, subject: string, html: string): Promise<void> {
  await transport.sendMail({ from: 'Fennel & Rye <shop@fennel-and-rye.example.com>', to, subject, html })
  logger.info({ subject }, 'mail sent')
}

export const sendWelcome = (user: User): Promise<void> =>
  send(user.email, 'Welcome', `<p>Dear ${escapeHtml(user.name)}, good to have you.</p>`)

export const sendPasswordReset = (user: User, token: string): Promise<void> =>
  send(user.email, 'Your password', `<p><a href="${config.shopUrl}/reset?token=${token}">Set a new password</a></p>`)

export const sendConfirmation = (user: User, order: Order): Promise<void> =>
  send(user.email, `Order ${order.id}`, `<p>Thank you, ${escapeHtml(user.name)}. Your order is being packed.</p>`)
