package io.azureccm.common.serve;

import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * Determines who sends a request, by the first source that can tell: a front proxy, a client certificate, a bearer token. A
 * request without valid credentials is anonymous; a token that the API does not know is rejected.
 */
public final class Authenticator {
    private final ClusterAuthorities authorities;
    private final TokenReviews tokens;

    public Authenticator(ClusterAuthorities authorities, TokenReviews tokens) {
        this.authorities = authorities;
        this.tokens = tokens;
    }

    /** Empty for an unknown token. */
    Optional<UserInfo> user(Credentials shown) throws ReviewFailed {
        Optional<UserInfo> certified = authorities.frontProxy()
                .flatMap(proxy -> proxy.user(shown))
                .or(() -> certificate(shown));
        if (certified.isPresent())
            return certified;
        Optional<String> token = shown.token();
        return token.isPresent() ? tokens.user(token.get(), shown.address()) : Optional.of(UserInfo.ANONYMOUS);
    }

    private Optional<UserInfo> certificate(Credentials shown) {
        List<X509Certificate> chain = shown.certificates();
        return authorities.clients()
                .filter(trust -> CertificateUsers.isSigned(chain, trust))
                .flatMap(trust -> CertificateUsers.user(chain.getFirst()));
    }
}
