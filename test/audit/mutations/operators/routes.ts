import { all, appended, replaced } from '../edits'
import { operator } from '../mutant'

const orders = 'src/routes/orders.ts'
const products = 'src/routes/products.ts'
const sessions = 'src/routes/sessions.ts'

export const ofRoutes = [
  ...operator(
    'route',
    'rename a route',
    ['shop', replaced(products, '/:sku/stock', '/:sku/inventory'), 'docs/api.md: /v1/products/:sku/stock'],
    ['shop', replaced('src/app.ts', "'/health'", "'/status'"), 'docs/api.md: /health'],
    ['notes', replaced('src/main.js', "'/ready'", "'/alive'"), ['README.md: GET /ready', 'README.md: 8080/ready']],
  ),
  ...operator(
    'route',
    'rename a mount prefix',
    ['shop', replaced('src/app.ts', "'/sessions'", "'/logins'"), ['docs/api.md: | POST | `/v1/sessions`', 'docs/api.md: | DELETE | `/v1/sessions`']],
    [
      'shop',
      replaced('src/app.ts', "'/products'", "'/articles'"),
      ['docs/api.md: | GET | `/v1/products` |', 'docs/api.md: /v1/products/:sku` |', 'docs/api.md: /v1/products/:sku/stock'],
    ],
    ['shop', replaced('src/app.ts', "'/v1'", "'/v2'"), [7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((line) => `docs/api.md:${line + 1}`)],
    ['notes', replaced('src/main.js', '/api/attachments', '/api/files'), ['README.md: GET /api/attachments', 'README.md: PUT /api/attachments']],
  ),
  ...operator(
    'route',
    'delete a route',
    ['shop', replaced(products, /products\.put[\s\S]*?\n}\)\n/, ''), 'docs/api.md: /v1/products/:sku/stock'],
    ['shop', replaced(sessions, /sessions\.delete[\s\S]*?\n}\)\n/, ''), 'docs/api.md: | DELETE | `/v1/sessions`'],
    ['shop', replaced(orders, /orders\.patch[\s\S]*?\n}\)\n/, ''), 'docs/api.md: | PATCH |'],
    ['notes', replaced('src/plugins/attachments.js', /\n {2}server\.route.*/, ''), 'README.md: PUT /api/attachments'],
    ['notes', replaced('src/main.js', /server\.get\('\/ready'.*\n/, ''), ['README.md: GET /ready', 'README.md: 8080/ready']],
  ),
  ...operator(
    'route',
    'unmount a router',
    [
      'shop',
      all(replaced('src/app.ts', "  api.use('/sessions', sessions)\n", ''), replaced('src/app.ts', /import \{ sessions \}.*\n/, '')),
      ['docs/api.md: | POST | `/v1/sessions`', 'docs/api.md: | DELETE | `/v1/sessions`'],
    ],
    [
      'shop',
      replaced('src/app.ts', "  api.use('/sessions', sessions)\n", ''),
      ['docs/api.md: | POST | `/v1/sessions`', 'docs/api.md: | DELETE | `/v1/sessions`'],
    ],
  ),
  ...operator(
    'route',
    'add a route',
    [
      'shop',
      appended(orders, "\norders.post('/:orderId/refund', (_request, response) => {\n  response.status(204).end()\n})\n"),
      'docs/api.md: | DELETE | `/v1/orders/:orderId`',
    ],
    [
      'shop',
      appended(products, "\nproducts.post('/', (_request, response) => {\n  response.status(201).end()\n})\n"),
      'docs/api.md: /v1/products/:sku/stock',
    ],
    [
      'notes',
      replaced('src/plugins/tags.js', "  server.post('/'", "  server.put('/:tag', async () => ({}))\n  server.post('/'"),
      'README.md: DELETE /api/tags/{tag}',
    ],
  ),
  ...operator(
    'method',
    'change the method of a route',
    ['shop', replaced(products, 'products.put', 'products.patch'), 'docs/api.md: | PUT |'],
    ['shop', replaced(orders, 'orders.patch', 'orders.put'), 'docs/api.md: | PATCH |'],
    ['shop', replaced(sessions, 'sessions.post', 'sessions.put'), 'docs/api.md: | POST | `/v1/sessions`'],
    ['notes', replaced('src/plugins/attachments.js', "'PUT'", "'POST'"), 'README.md: PUT /api/attachments'],
    ['notes', replaced('src/plugins/tags.js', 'server.post', 'server.put'), ['README.md: - `POST /api/tags', 'README.md: -X POST']],
  ),
  ...operator(
    'parameter',
    'rename a parameter of a path',
    ['shop', replaced(products, /:sku\/stock/, ':article/stock'), 'docs/api.md: /v1/products/:sku/stock'],
    ['notes', replaced('src/plugins/tags.js', ':tag', ':label'), 'README.md: DELETE /api/tags/{tag}'],
  ),
  ...operator(
    'parameter',
    'drop a parameter of a path',
    ['shop', replaced(products, '/:sku/stock', '/stock'), 'docs/api.md: /v1/products/:sku/stock'],
    ['notes', replaced('src/plugins/attachments.js', "server.get('/:noteId/:name'", "server.get('/:name'"), 'README.md: GET /api/attachments'],
  ),
]
