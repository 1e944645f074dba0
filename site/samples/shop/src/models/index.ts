import { Address } from './address'
import { Coupon } from './coupon'
import { Order } from './order'
import { OrderItem } from './order-item'
import { PaymentCard } from './payment-card'
import { Product } from './product'
import { Review } from './review'
import { User } from './user'

User.hasMany(Address, { foreignKey: 'userId' })
User.hasMany(Order, { foreignKey: 'userId' })
User.hasMany(PaymentCard, { foreignKey: 'userId' })
Order.belongsTo(User, { foreignKey: 'userId' })
Order.hasMany(OrderItem, { foreignKey: 'orderId' })
OrderItem.belongsTo(Product, { foreignKey: 'productId' })
Product.hasMany(Review, { foreignKey: 'productId' })
Review.belongsTo(User, { foreignKey: 'userId' })

export { Address, Coupon, Order, OrderItem, PaymentCard, Product, Review, User }
