import dotenv from 'dotenv'

dotenv.config()

export const config = {
  env: process.env.NODE_ENV ?? 'development',
  port: Number(process.env.PORT ?? 3000),
  databaseUrl: process.env.DATABASE_URL ?? 'postgres://shop:change-me@localhost:5432/shop',
  redisUrl: process.env.REDIS_URL ?? 'redis://localhost:6379',
  jwtSecret: process.env.JWT_SECRET || 'change-me-in-production',
  sessionTtl: process.env.SESSION_TTL ?? '30d',
  shopUrl: process.env.SHOP_URL ?? 'http://localhost:3000',
  invoiceDir: process.env.INVOICE_DIR ?? './var/invoices',
  uploadDir: process.env.UPLOAD_DIR ?? './var/uploads',
  payment: {
    url: process.env.PAYMENT_API_URL ?? 'https://payments.example.com',
    key: process.env.PAYMENT_API_KEY,
    webhookSecret: process.env.PAYMENT_WEBHOOK_SECRET ?? '',
  },
}
