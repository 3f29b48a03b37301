package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.exec.RunResult;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What a run came to as far as private link services are concerned. */
final class PrivateLinkOutcomes {
    private final RunResult result;

    PrivateLinkOutcomes(RunResult result) {
        this.result = result;
    }

    /** True when one was written or deleted, or that was tried: what was read about them before is out of date. */
    boolean wereWritten() {
        return any(outcome -> !(outcome instanceof Outcome.NotAttempted));
    }

    /** True when at least one was written or deleted with success. */
    boolean wereGood() {
        return any(Outcome::isGood);
    }

    /** What Azure said when it refused a write because of a private link service other than the one that was to be written. */
    Optional<String> inTheWay() {
        return result.last()
                .outcomes()
                .entrySet()
                .stream()
                .flatMap(written -> refusal(written.getKey(), written.getValue()).stream())
                .findFirst();
    }

    private static Optional<String> refusal(ArmId target, Outcome outcome) {
        if (!(outcome instanceof Outcome.Rejected(int status, String code, String message)))
            return Optional.empty();
        String text = (code + " " + message).toLowerCase(Locale.ROOT);
        if (target.hasType(ArmTypes.LOAD_BALANCER))
            return text.replace(" ", "").contains("privatelinkservice") ? Optional.of(message) : Optional.empty();
        boolean namesAnother = text.replace(target.key(), "").contains("/privatelinkservices/");
        return isLink(target) && namesAnother
                ? Optional.of(text.replace(target.key(), ""))
                : Optional.empty();
    }

    private boolean any(Predicate<Outcome> is) {
        return result.outcomes()
                .entrySet()
                .stream()
                .anyMatch(written -> isLink(written.getKey()) && is.test(written.getValue()));
    }

    private static boolean isLink(ArmId target) {
        return target.root().hasType(ArmTypes.PRIVATE_LINK_SERVICE);
    }
}
