package io.azureccm.common.serve;

import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.util.Locale;
import java.util.Optional;

/** Whether requests are served: who sends them, and whether that user may request the path. */
record Access(Authenticator authenticator, Authorizer authorizer) {
    /** The user, as far as known, and why the request is not served; empty if it is. */
    record Decision(Optional<UserInfo> user, Optional<Refusal> refusal) {}

    Decision decide(Credentials shown, String method, String path) {
        Optional<UserInfo> user = Optional.empty();
        try {
            user = authenticator.user(shown);
            if (user.isEmpty())
                return new Decision(user, Optional.of(Refusal.unauthorized()));
            String verb = method.toLowerCase(Locale.ROOT);
            Authorizer.Decision decision = authorizer.decide(user.get(), verb, path, shown.address());
            return new Decision(user, decision.allowed()
                    ? Optional.empty()
                    : Optional.of(Refusal.forbidden(user.get(), verb, path, decision.reason())));
        } catch (ReviewFailed failed) {
            boolean isKnown = user.filter(each -> !each.isAnonymous()).isPresent();
            return new Decision(user, Optional.of(Refusal.notChecked(path, failed, isKnown)));
        }
    }
}
