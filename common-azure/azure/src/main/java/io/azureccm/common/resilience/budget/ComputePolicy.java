package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.core.ArmTypes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The throttling policies of Microsoft.Compute in calls per minute, for one resource (0: none) and for the subscription, as
 * documented by the provider; the calls of three minutes may come at once.
 */
enum ComputePolicy {
    VM_UPDATE(Types.VM, 4, 500, Kind.PUT, Kind.POST),
    VM_DELETE(Types.VM, 4, 500, Kind.DELETE),
    VM_GET(Types.VM, 12, 8000, Kind.GET),
    VM_LIST(Types.VM, 0, 300, Kind.LIST),
    VMSS_UPDATE(Types.VMSS, 4, 500, Kind.PUT, Kind.POST),
    VMSS_DELETE(Types.VMSS, 4, 175, Kind.DELETE),
    VMSS_GET(Types.VMSS, 12, 800, Kind.GET),
    VMSS_LIST(Types.VMSS, 0, 360, Kind.LIST),
    VMSS_VM_UPDATE(Types.VMSS_VM, 4, 500, Kind.PUT, Kind.POST),
    VMSS_VM_DELETE(Types.VMSS_VM, 4, 500, Kind.DELETE),
    VMSS_VM_GET(Types.VMSS_VM, 12, 2000, Kind.GET),
    /**
     * Counted with the lists of scale sets. No limit per scale set is documented, and large sets have many pages; a
     * throttling response counts for one set until a second one is throttled.
     */
    VMSS_VM_LIST(Types.VMSS_VM, 360, 360, Kind.LIST),
    /** Of operations on any type. */
    POLL("", 15, 5000, Kind.POLL);

    private static final class Types {
        private static final String VM = ArmTypes.VIRTUAL_MACHINE;
        private static final String VMSS = ArmTypes.SCALE_SET;
        private static final String VMSS_VM = ArmTypes.SCALE_SET_VM;
    }

    private static final int MINUTES = 3;

    private final String type;
    private final int perResource;
    private final int perSubscription;
    private final List<Kind> kinds;

    ComputePolicy(String type, int perResource, int perSubscription, Kind... kinds) {
        this.type = type;
        this.perResource = perResource;
        this.perSubscription = perSubscription;
        this.kinds = List.of(kinds);
    }

    static Optional<ComputePolicy> of(ArmExchange exchange) {
        return Stream.of(values())
                .filter(each -> each.kinds.contains(exchange.kind())
                        && (each == POLL || exchange.target().hasType(each.type)))
                .findFirst();
    }

    boolean isRead() {
        return kinds.getFirst().isRead();
    }

    boolean isPerResource() {
        return perResource > 0;
    }

    /** The limit of the subscription: {@code compute-vmss-vm-update}. */
    String limitName() {
        ComputePolicy counted = this == VMSS_VM_LIST ? VMSS_LIST : this;
        return "compute-" + counted.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The limit of each resource: {@code compute-vmss-vm-update-per-resource}. */
    String resourceLimitName() {
        return "compute-" + name().toLowerCase(Locale.ROOT).replace('_', '-') + "-per-resource";
    }

    BudgetLimit subscriptionLimit() {
        return BudgetLimit.perMinute(perSubscription, (double) perSubscription * MINUTES);
    }

    BudgetLimit resourceLimit() {
        return BudgetLimit.perMinute(perResource, (double) perResource * MINUTES);
    }
}
