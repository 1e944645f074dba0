import type { Product } from '../models'
import { escapeHtml, euros, page } from './html'

export function homePage(products: Product[]): string {
  const cards = products.map((product) => `<li><a href="/products/${product.id}">${escapeHtml(product.name)}</a> ${euros(product.price)}</li>`)
  return page('Fennel & Rye', `<h1>New in the shop</h1><ul>${cards.join('')}</ul>`)
}
