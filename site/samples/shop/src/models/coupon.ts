import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { sequelize } from '../database'

export class Coupon extends Model<InferAttributes<Coupon>, InferCreationAttributes<Coupon>> {
  declare code: string
  declare percent: number
  declare usesLeft: number
  declare expires: CreationOptional<Date | null>
}

Coupon.init(
  {
    code: { type: DataTypes.STRING, primaryKey: true },
    percent: { type: DataTypes.INTEGER, allowNull: false },
    usesLeft: { type: DataTypes.INTEGER, allowNull: false },
    expires: { type: DataTypes.DATE },
  },
  { sequelize, tableName: 'coupons' },
)
