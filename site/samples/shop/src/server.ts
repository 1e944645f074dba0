import { createApp } from './app'
import { config } from './config'
import { sequelize } from './database'
import { startJobs } from './jobs'
import { logger } from './logger'
import './models'

async function main(): Promise<void> {
  await sequelize.authenticate()
  createApp().listen(config.port, () => logger.info({ port: config.port }, 'shop is open'))
  startJobs()
}

main().catch((error) => {
  logger.fatal(error)
  process.exit(1)
})
