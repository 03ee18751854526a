import { Type, type Static } from 'typebox'
import { Body, Nullable } from '../../http/shapes.ts'

/** What anybody may know who opens the page. */
export const SignInMethods = Type.Object(
  {
    email: Type.Boolean({
      description: 'Members may ask for a link by mail',
      examples: [true],
    }),
    openid: Nullable(
      Type.Object(
        {
          name: Type.String({ description: 'What to call the provider', examples: ['Acme SSO'] }),
          path: Type.String({
            description: 'Where the browser goes to sign in with it',
            examples: ['/sign-in/openid'],
          }),
        },
        { title: 'SignInProvider' },
      ),
    ),
  },
  { title: 'SignInMethods' },
)
export type SignInMethods = Static<typeof SignInMethods>

export const LinkRequest = Body(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Compared without regard to case',
      examples: ['ann@example.org'],
    }),
  },
  { title: 'SignInLinkInput' },
)

export const RequestedLink = Type.Object(
  {
    valid_minutes: Type.Integer({
      description: 'How long the link works, if the address is a member’s',
      examples: [15],
    }),
  },
  { title: 'SignInLink' },
)

export const LinkToken = Body(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The last part of the link in the mail',
      examples: ['0kR1yAUcYfz3nVx8mUq2sWd5tBh7jLp9eGa4iNo6rTv'],
    }),
  },
  { title: 'SignInToken' },
)
