package io.azureccm.common.arm.http;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.reconcile.BackOff;
import io.azureccm.common.reconcile.Guard;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The current token of one credential for one scope: requested once for all concurrent calls, renewed before it expires while
 * the old one is still valid, and after a failure not requested again before a growing pause is over.
 */
public final class ArmTokens {
    private static final Duration RENEW_BEFORE_EXPIRY = Duration.ofMinutes(5);
    /** A token service that still returns the old token, as caches do, is not queried with every call. */
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(30);
    /** No token from Entra is valid longer. */
    private static final Duration MAX_LIFE = Duration.ofDays(2);
    private static final BackOff PAUSES = BackOff.doubling(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final Supplier<TokenCredential> credentials;
    private final TokenRequest what;
    private final ArmClock clock;
    private final Guard asking = new Guard();
    private TokenCredential credential;
    private volatile Held token;
    private volatile TokenFailure failure;
    private volatile int failures;
    private Instant nextRenewal = Instant.MIN;

    /** A token and its expiry, by the monotonic clock. */
    private record Held(String token, long endsNanos) {}

    /** {@code server} names the token service in messages; {@code tenant} "" is the credential's own. */
    public record TokenRequest(String scope, String tenant, String server) {
        TokenRequestContext context(String claims) {
            TokenRequestContext context = new TokenRequestContext().addScopes(scope);
            if (!tenant.isEmpty())
                context.setTenantId(tenant);
            return claims.isEmpty() ? context : context.setClaims(claims).setCaeEnabled(true);
        }
    }

    /** {@code credentials} creates a credential without cached tokens. */
    public ArmTokens(Supplier<TokenCredential> credentials, TokenRequest what, ArmClock clock) {
        this.credentials = credentials;
        this.credential = credentials.get();
        this.what = what;
        this.clock = clock;
    }

    /** Requests the first token, so that the first call does not have to wait for it; a failure is reported by that call. */
    public void prepare() {
        try {
            current();
        } catch (TokenFailure remembered) {
            return;
        }
    }

    /** Throws {@link TokenFailure}. */
    public String current() {
        Held held = token;
        if (held != null && lasts(held, RENEW_BEFORE_EXPIRY))
            return held.token();
        if (held != null && lasts(held, Duration.ZERO)) {
            renewUnlessSomebodyDoes();
            Held renewed = token;
            return (renewed == null ? held : renewed).token();
        }
        return asking.get(() -> {
            if (token == null || !lasts(token, Duration.ZERO))
                ask("");
            return token.token();
        });
    }

    /**
     * ARM rejected this token with 401: requests another one that meets ARM's claims challenge. Empty if only the rejected
     * one is available; then the next calls fail at once until the pause is over.
     */
    Optional<String> replace(String refused, String claims) {
        return asking.get(() -> {
            if (token != null && !token.token().equals(refused))
                return Optional.of(token.token());
            token = null;
            forget(claims);
            ask(claims);
            if (token.token().equals(refused)) {
                refuse("ARM rejected the token and the token service has no other");
                return Optional.empty();
            }
            return Optional.of(token.token());
        });
    }

    /** Credentials cache their token until it is about to expire by their clock, unless there are claims to meet. */
    private void forget(String claims) {
        if (!claims.isEmpty())
            return;
        try {
            credential = credentials.get();
        } catch (IllegalArgumentException fileIsMissingNow) {
            // The previous credential reports its problem when it is used.
            return;
        }
    }

    /** ARM rejected a newly issued token: nothing works until something outside changes. */
    void refuse(String why) {
        asking.run(() -> {
            token = null;
            fail("TokenRefused", why, null);
        });
    }

    /** ARM accepted a token: earlier failures are over. */
    void accepted() {
        if (failures > 0 && failure == null)
            failures = 0;
    }

    private void renewUnlessSomebodyDoes() {
        if (!asking.tryLock())
            return;
        try {
            if (token == null || !lasts(token, RENEW_BEFORE_EXPIRY) && !clock.now().isBefore(nextRenewal)) {
                nextRenewal = clock.now().plus(BETWEEN_RENEWALS);
                ask("");
            }
        } catch (TokenFailure stillHoldingAValidToken) {
            // The old token is valid until it expires; the failure is recorded and paces the next attempt.
            return;
        } finally {
            asking.unlock();
        }
    }

    private void ask(String claims) {
        TokenFailure earlier = failure;
        if (earlier != null && clock.now().isBefore(earlier.nextAttempt()))
            throw earlier;
        try {
            AccessToken fresh = credential.getTokenSync(what.context(claims));
            if (fresh == null)
                throw new IllegalStateException("the credential returned no token");
            token = new Held(fresh.getToken(), clock.nanoTime() + life(fresh).toNanos());
            failure = null;
        } catch (RuntimeException refused) {
            TokenProblem problem = TokenProblem.of(refused, what.server());
            throw fail(problem.code(), problem.text(), refused);
        }
    }

    private TokenFailure fail(String code, String text, Throwable cause) {
        failures++;
        failure = new TokenFailure(code, text, clock.now().plus(PAUSES.delay(failures)), cause);
        return failure;
    }

    /** Its expiry is a time of day, to be read by the clock that was correct when it arrived. */
    private Duration life(AccessToken fresh) {
        if (fresh.getExpiresAt() == null)
            return Duration.ZERO;
        Duration left = Duration.between(clock.wall(), fresh.getExpiresAt().toInstant());
        return left.compareTo(MAX_LIFE) < 0 ? left : MAX_LIFE;
    }

    private boolean lasts(Held held, Duration atLeast) {
        return held.endsNanos() - clock.nanoTime() > atLeast.toNanos();
    }
}
