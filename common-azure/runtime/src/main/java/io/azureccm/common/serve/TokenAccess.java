package io.azureccm.common.serve;

import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Access to a port by bearer tokens alone, decided like that of {@link AccessFilter}: a client certificate counts as none. */
public final class TokenAccess {
    private final TokenReviews tokens;
    private final Authorizer authorizer;

    /** A request: where it came from, its method, its path, and its headers. */
    public record Request(String address, String method, String path, Map<String, List<String>> headers) {}

    /** The answer to a request that is refused: an HTTP code, and a Status in JSON. */
    public record Denial(int code, byte[] body) {}

    public TokenAccess(Reviews reviews, Duration tokenTtl, AuthorizationOptions options) {
        this.tokens = new TokenReviews(reviews, tokenTtl);
        this.authorizer = new Authorizer(reviews, options);
    }

    /** Whether everybody may request the path. */
    public boolean isOpen(String path) {
        return authorizer.isOpen(path);
    }

    /** Whether the user of the request, known by a token, may have the path; false while that cannot be checked. */
    public boolean isKnown(Request request) {
        return token(request).isPresent() && refusal(request).isEmpty();
    }

    /** Why a request for a path that is not open is not served; empty if it is. */
    public Optional<Denial> denial(Request request) {
        return refusal(request).map(refused -> new Denial(refused.code(), refused.body()));
    }

    private Optional<Refusal> refusal(Request request) {
        Optional<UserInfo> user = Optional.empty();
        try {
            Optional<String> token = token(request);
            user = token.isPresent()
                    ? tokens.user(token.get(), request.address())
                    : Optional.of(UserInfo.ANONYMOUS);
            if (user.isEmpty())
                return Optional.of(Refusal.unauthorized());
            String verb = request.method().toLowerCase(Locale.ROOT);
            Authorizer.Decision decision = authorizer.decide(user.get(), verb, request.path(), request.address());
            return decision.allowed()
                    ? Optional.empty()
                    : Optional.of(Refusal.forbidden(user.get(), verb, request.path(), decision.reason()));
        } catch (ReviewFailed failed) {
            return Optional.of(Refusal.notChecked(request.path(), failed,
                    user.filter(each -> !each.isAnonymous()).isPresent()));
        }
    }

    private static Optional<String> token(Request request) {
        return new Credentials(request.address(), List.of(), request.headers()).token();
    }
}
