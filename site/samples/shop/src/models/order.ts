import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { sequelize } from '../database'

export type OrderStatus = 'open' | 'paid' | 'shipped' | 'cancelled'

export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare id: CreationOptional<number>
  declare userId: number
  declare addressId: number
  declare status: CreationOptional<OrderStatus>
  declare total: number
  declare couponCode: CreationOptional<string | null>
  declare invoiceFile: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
}

Order.init(
  {
    id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
    userId: { type: DataTypes.INTEGER, allowNull: false },
    addressId: { type: DataTypes.INTEGER, allowNull: false },
    status: { type: DataTypes.ENUM('open', 'paid', 'shipped', 'cancelled'), defaultValue: 'open' },
    total: { type: DataTypes.INTEGER, allowNull: false },
    couponCode: { type: DataTypes.STRING },
    invoiceFile: { type: DataTypes.STRING },
    createdAt: { type: DataTypes.DATE },
  },
  { sequelize, tableName: 'orders' },
)
