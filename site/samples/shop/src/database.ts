import { Sequelize } from 'sequelize'
import { config } from './config'
import { logger } from './logger'

export const sequelize = new Sequelize(config.databaseUrl, {
  dialect: 'postgres',
  logging: (sql) => logger.debug(sql),
  dialectOptions: config.env === 'production' ? { ssl: { require: true, rejectUnauthorized: false } } : {},
  pool: { max: 10, idle: 30_000 },
})
