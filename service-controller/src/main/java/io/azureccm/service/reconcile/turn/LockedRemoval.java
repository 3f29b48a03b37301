package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.condition.AzureRefusal;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what a Service that is being removed still has in Azure while a lock there prevents a deletion. Pure. */
record LockedRemoval(ObservedState observedState) {
    /** The end of Azure's sentence about the locked scopes. */
    private static final Pattern SCOPES = Pattern.compile("locked: ('[^']+'(?:, ?'[^']+')*)");

    /** A sentence without a full stop; empty if something else than a lock was in the way, or nothing is left. */
    Optional<String> text(ServiceSpec service, Outcome outcome) {
        if (!(outcome instanceof Outcome.Rejected(int status, String code, String message))
                || AzureRefusal.of(status, code, message) != AzureRefusal.LOCK)
            return Optional.empty();
        List<String> left = left(service);
        Matcher scopes = SCOPES.matcher(message);
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of("the Service still has " + String.join(", ", left) + " in Azure, because a lock "
                        + (scopes.find() ? "on " + scopes.group(1) + " " : "")
                        + "prevents the deletion: remove the lock, and the deletion goes on");
    }

    private List<String> left(ServiceSpec service) {
        List<String> left = new ArrayList<>();
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            long frontends = balancer.frontends().stream().filter(each -> isOf(service, each.baseName())).count();
            long rules = balancer.rules().stream().filter(each -> isOf(service, each.baseName())).count();
            if (frontends + rules > 0)
                left.add("its " + number(frontends, "frontend") + " and " + number(rules, "rule") + " on load balancer "
                        + balancer.name());
        }
        for (PublicIp ip : observedState.publicIps().taggedWith(service.subject())) {
            left.add("public IP " + ip.id().name() + (ip.address().isEmpty() ? "" : " (" + ip.address() + ")"));
        }
        return left;
    }

    private static boolean isOf(ServiceSpec service, String baseName) {
        return service.baseName().equals(baseName);
    }

    private static String number(long count, String what) {
        return count == 1 ? what : count + " " + what + "s";
    }
}
