package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.leader.LeaseWatch;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The state of other programs' leases at one moment, and whether this instance, as leader, may write. */
public record HandOver(HandOverState state, Map<LeaseName, LeaseWatch.Status> leases) {
    static final HandOver NOBODY_ELSE = new HandOver(HandOverState.CLEARED, Map.of());

    public HandOver {
        leases = Collections.unmodifiableMap(new LinkedHashMap<>(leases));
    }

    /** The leases that block writing. */
    public List<LeaseName> taken() {
        return those(LeaseWatch.Status::isTaken);
    }

    List<LeaseName> renewed() {
        return those(status -> status.state() == LeaseWatch.State.RENEWED);
    }

    private List<LeaseName> those(Predicate<LeaseWatch.Status> wanted) {
        return leases.entrySet().stream().filter(each -> wanted.test(each.getValue())).map(Map.Entry::getKey).toList();
    }
}
