package io.azureccm.common.serve;

import io.azureccm.common.config.options.AuthorizationOptions;
import java.time.Duration;
import java.util.Optional;

/** Access to a port by bearer tokens alone, decided like that of {@link AccessFilter}: a client certificate counts as none. */
public final class TokenAccess {
    private final Access access;

    public TokenAccess(Reviews reviews, Duration tokenTtl, AuthorizationOptions options) {
        this.access = new Access(new Authenticator(new TokenReviews(reviews, tokenTtl)),
                new Authorizer(reviews, options));
    }

    /** Whether everybody may request the path. */
    public boolean isOpen(String path) {
        return access.authorizer().isOpen(path);
    }

    /** Whether the user of the request, known by a token, may have the path; false while that cannot be checked. */
    public boolean isKnown(Credentials shown, String method, String path) {
        return shown.token().isPresent() && refusal(shown, method, path).isEmpty();
    }

    /** Why a request for a path that is not open is not served; empty if it is. */
    public Optional<Refusal> refusal(Credentials shown, String method, String path) {
        return access.decide(shown, method, path).refusal();
    }
}
