import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { sequelize } from '../database'

export class PaymentCard extends Model<InferAttributes<PaymentCard>, InferCreationAttributes<PaymentCard>> {
  declare id: CreationOptional<number>
  declare userId: number
  declare holder: string
  declare cardNumber: string
  declare expiry: string
  declare cvv: string
}

PaymentCard.init(
  {
    id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
    userId: { type: DataTypes.INTEGER, allowNull: false },
    holder: { type: DataTypes.STRING, allowNull: false },
    cardNumber: { type: DataTypes.STRING, allowNull: false },
    expiry: { type: DataTypes.STRING(5), allowNull: false },
    cvv: { type: DataTypes.STRING(4), allowNull: false },
  },
  { sequelize, tableName: 'payment_cards' },
)
