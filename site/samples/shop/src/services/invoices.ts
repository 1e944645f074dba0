import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { config } from '../config'
import type { Order, OrderItem, User } from '../models'
import { escapeHtml, euros } from '../views/html'

const run = promisify(execFile)

/** Writes the invoice as a PDF and returns the name of its file. */
export async function writeInvoice(order: Order, items: OrderItem[], user: User): Promise<string> {
  const name = `invoice-${order.id}`
  const page = path.join(config.invoiceDir, `${name}.html`)
  const rows = items.map((item) => `<tr><td>${item.productId}</td><td>${item.quantity}</td><td>${euros(item.price)}</td></tr>`)
  const html = `<h1>Invoice ${order.id}</h1><p>${escapeHtml(user.name)}</p><table>${rows.join('')}</table><p>${euros(order.total)}</p>`
  await writeFile(page, html)
  await run('wkhtmltopdf', ['--quiet', page, path.join(config.invoiceDir, `${name}.pdf`)])
  return `${name}.pdf`
}
