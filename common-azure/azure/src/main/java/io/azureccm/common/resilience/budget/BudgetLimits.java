package io.azureccm.common.resilience.budget;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The limits of one subscription by name: as documented by Azure, some of them overridden by the operator. All are complete
 * limits, of which an app uses its share.
 */
public final class BudgetLimits {
    static final String ARM_READS = "arm-reads";
    static final String ARM_WRITES = "arm-writes";
    static final String ARM_DELETES = "arm-deletes";
    static final String NETWORK_READS = "network-reads";
    static final String NETWORK_WRITES = "network-writes";
    /**
     * Suffix of the name of a limit for each action of a provider, such as writing public IP addresses. Azure documents none,
     * but may throttle a single action; it is as large as the limit of the provider.
     */
    static final String PER_ACTION = "-per-action";
    private static final double FIVE_MINUTES = 300;

    /** The limits as documented by Azure, without overrides. */
    public static final BudgetLimits DOCUMENTED = new BudgetLimits(documented());

    private record Named(BudgetLimit limit, boolean read, boolean documented) {
        Named with(BudgetLimit other) {
            return new Named(other, read, documented);
        }
    }

    private final Map<String, Named> byName;

    private BudgetLimits(Map<String, Named> byName) {
        this.byName = byName;
    }

    /** Names must be among {@link #names()}. */
    public BudgetLimits with(Map<String, BudgetLimit> own) {
        Map<String, Named> changed = new LinkedHashMap<>(byName);
        own.forEach((name, limit) -> changed.computeIfPresent(name, (same, known) -> new Named(limit, known.read(),
                false)));
        return new BudgetLimits(changed);
    }

    /**
     * The same limits, with a peak for those of ARM itself. Providers document how many calls they accept in some minutes,
     * which may come at once.
     */
    public BudgetLimits withPeak(double peak) {
        Map<String, Named> changed = new LinkedHashMap<>(byName);
        for (String name : List.of(ARM_READS, ARM_WRITES, ARM_DELETES)) {
            changed.computeIfPresent(name, (same, known) -> known
                    .with(new BudgetLimit(known.limit().rate(), known.limit().burst(), peak)));
        }
        return new BudgetLimits(changed);
    }

    public static Set<String> names() {
        return DOCUMENTED.byName.keySet();
    }

    /** A limit by name; empty for an unknown name. */
    public Optional<BudgetLimit> limit(String name) {
        return Optional.ofNullable(byName.get(name)).map(Named::limit);
    }

    BudgetLimit of(String name) {
        return named(name).limit();
    }

    boolean isRead(String name) {
        return named(name).read();
    }

    boolean isDocumented(String name) {
        return named(name).documented();
    }

    private Named named(String name) {
        return byName.get(name.endsWith(PER_ACTION) ? name.substring(0, name.length() - PER_ACTION.length()) : name);
    }

    private static Map<String, Named> documented() {
        Map<String, Named> limits = new LinkedHashMap<>();
        limits.put(ARM_READS, new Named(new BudgetLimit(25, 250), true, true));
        limits.put(ARM_WRITES, new Named(new BudgetLimit(10, 200), false, true));
        limits.put(ARM_DELETES, new Named(new BudgetLimit(10, 200), false, true));
        limits.put(NETWORK_READS, new Named(new BudgetLimit(10_000 / FIVE_MINUTES, 10_000), true, true));
        limits.put(NETWORK_WRITES, new Named(new BudgetLimit(1_000 / FIVE_MINUTES, 1_000), false, true));
        for (ComputePolicy policy : ComputePolicy.values()) {
            if (policy != ComputePolicy.VMSS_VM_LIST)
                limits.put(policy.limitName(), new Named(policy.subscriptionLimit(), policy.isRead(), true));
            if (policy.isPerResource())
                limits.put(policy.resourceLimitName(), new Named(policy.resourceLimit(), policy.isRead(), true));
        }
        return limits;
    }
}
