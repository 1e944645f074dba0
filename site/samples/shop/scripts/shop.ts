import { Command } from 'commander'
import { sequelize } from '../src/database'
import { Product, User } from '../src/models'
import { hashPassword } from '../src/services/passwords'

const program = new Command('shop')

program
  .command('seed')
  .description('create the tables and a few products')
  .option('--drop', 'start from an empty database', false)
  .action(async (options: { drop: boolean }) => {
    await sequelize.sync({ force: options.drop })
    await Product.bulkCreate([
      { name: 'Carbon steel pan', description: '28 cm, for everything', category: 'pans', price: 5900, stock: 20 },
      { name: 'Pestle and mortar', description: 'Granite, 2 kg', category: 'tools', price: 3400, stock: 12 },
    ])
    await sequelize.close()
  })

program
  .command('make-admin <email>')
  .description('create an administrator; the password comes from ADMIN_PASSWORD')
  .action(async (email: string) => {
    const passwordHash = await hashPassword(process.env.ADMIN_PASSWORD ?? 'admin')
    await User.create({ email, name: 'Administrator', passwordHash, role: 'admin' })
    await sequelize.close()
  })

program.parseAsync()
