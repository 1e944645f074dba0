import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { sequelize } from '../database'

export type Role = 'customer' | 'clerk' | 'admin'

export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: CreationOptional<number>
  declare email: string
  declare passwordHash: string
  declare name: string
  declare dateOfBirth: CreationOptional<string | null>
  declare phone: CreationOptional<string | null>
  declare avatar: CreationOptional<string | null>
  declare role: CreationOptional<Role>
  declare resetTokenHash: CreationOptional<string | null>
  declare resetTokenExpires: CreationOptional<Date | null>
}

User.init(
  {
    id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true },
    email: { type: DataTypes.STRING, allowNull: false, unique: true },
    passwordHash: { type: DataTypes.STRING, allowNull: false },
    name: { type: DataTypes.STRING, allowNull: false },
    dateOfBirth: { type: DataTypes.DATEONLY },
    phone: { type: DataTypes.STRING },
    avatar: { type: DataTypes.STRING },
    role: { type: DataTypes.ENUM('customer', 'clerk', 'admin'), allowNull: false, defaultValue: 'customer' },
    resetTokenHash: { type: DataTypes.STRING },
    resetTokenExpires: { type: DataTypes.DATE },
  },
  { sequelize, tableName: 'users' },
)
