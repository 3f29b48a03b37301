package io.azureccm.common.serve;

import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.util.Optional;
import java.util.function.Function;

/**
 * Determines who sends a request, by the first source that can tell: a front proxy, a client certificate, a bearer token. A
 * request without valid credentials is anonymous; a token that the API does not know is rejected.
 */
public final class Authenticator {
    private final Function<Credentials, Optional<UserInfo>> certificates;
    private final TokenReviews tokens;

    public Authenticator(ClusterAuthorities authorities, TokenReviews tokens) {
        this.certificates = authorities::user;
        this.tokens = tokens;
    }

    /** By tokens alone. */
    Authenticator(TokenReviews tokens) {
        this.certificates = shown -> Optional.empty();
        this.tokens = tokens;
    }

    /** Empty for an unknown token. */
    Optional<UserInfo> user(Credentials shown) throws ReviewFailed {
        Optional<UserInfo> certified = certificates.apply(shown);
        if (certified.isPresent())
            return certified;
        Optional<String> token = shown.token();
        return token.isPresent() ? tokens.user(token.get(), shown.address()) : Optional.of(UserInfo.ANONYMOUS);
    }
}
