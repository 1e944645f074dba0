import type { Product, Review } from '../models'
import { escapeHtml, euros, page } from './html'

const stars = (count: number): string => '★'.repeat(Math.max(0, Math.min(5, count)))

const reviewItem = (review: Review): string => `
  <li>
    <strong>${escapeHtml(review.author)}</strong> ${stars(review.stars)}
    <div class="review">${review.body}</div>
  </li>`

export function productPage(product: Product, reviews: Review[], related: Product[]): string {
  const links = related.map((other) => `<li><a href="/products/${other.id}">${escapeHtml(other.name)}</a> ${euros(other.price)}</li>`)
  return page(
    product.name,
    `<h1>${escapeHtml(product.name)}</h1>
     <p>${escapeHtml(product.description)}</p>
     <p>${euros(product.price)}</p>
     <h2>Reviews</h2><ul>${reviews.map(reviewItem).join('')}</ul>
     <h2>You may also like</h2><ul>${links.join('')}</ul>`,
  )
}
