package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.leader.LeaseWatch;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What the leases of other programs say at one moment, and whether this instance, where it leads, may write beside them. */
public record HandOver(Clearance clearance, Map<LeaseName, LeaseWatch.Look> leases) {
    static final HandOver NOBODY_ELSE = new HandOver(Clearance.CLEARED, Map.of());

    public HandOver {
        leases = Collections.unmodifiableMap(new LinkedHashMap<>(leases));
    }

    /** The leases because of which nothing may be written. */
    public List<LeaseName> taken() {
        return those(LeaseWatch.Look::isTaken);
    }

    List<LeaseName> renewed() {
        return those(look -> look.state() == LeaseWatch.State.RENEWED);
    }

    private List<LeaseName> those(Predicate<LeaseWatch.Look> wanted) {
        return leases.entrySet().stream().filter(each -> wanted.test(each.getValue())).map(Map.Entry::getKey).toList();
    }
}
