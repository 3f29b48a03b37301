package io.azureccm.common.boot.leader;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.leader.LeaseWatch;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Explains what other programs that do the same work mean for this one, and which setting to change. */
public record HandOverText(App app) {
    /** The observed state of a lease: {@code renewed by host_1}, {@code not there}. */
    public static String state(LeaseWatch.Status status) {
        String holder = status.holder().isEmpty() ? "" : " by " + status.holder();
        return switch (status.state()) {
            case UNKNOWN ->
                status.problem().isEmpty()
                        ? "held" + holder + ", not known yet whether it is renewed"
                        : status.problem();
            case ABSENT -> "not there";
            case RELEASED -> "released";
            case EXPIRED -> "expired, last renewed" + holder;
            case RENEWED -> "renewed" + holder;
            case UNREADABLE -> "unreadable: " + status.problem();
            case NOT_SEARCHED -> "not searched: " + status.problem();
        };
    }

    String waiting(HandOver now) {
        String reasons = now.leases()
                .entrySet()
                .stream()
                .filter(each -> !each.getValue().isFree())
                .map(each -> "lease " + each.getKey() + " is " + state(each.getValue()))
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "checking the leases of other programs" : reasons;
    }

    /** Why nothing is written, and what ends that; at least one lease must block writing. */
    public String held(HandOver now) {
        LeaseName lease = now.taken().getFirst();
        return "Planning without writing: " + held(lease, now.leases().get(lease));
    }

    private String held(LeaseName lease, LeaseWatch.Status status) {
        if (status.state() == LeaseWatch.State.UNREADABLE)
            return "lease " + lease + " cannot be read, so " + program(lease) + " may be active. " + status.problem()
                    + ". " + readable(lease, status);
        return "lease " + lease + " is renewed by " + status.holder() + ", so " + program(lease)
                + " may be active. " + remedy(lease);
    }

    String over(HandOver now) {
        return "Plans are executed from now on: no other program is active (" + now.leases()
                .entrySet()
                .stream()
                .map(each -> "lease " + each.getKey() + " " + state(each.getValue()))
                .collect(Collectors.joining("; ")) + ")";
    }

    String returned(LeaseName lease, LeaseWatch.Status status) {
        return "Lease " + lease + " is renewed by " + status.holder() + " while this controller writes: if "
                + program(lease) + " does the same work, both overwrite each other's changes. " + remedy(lease);
    }

    /** What to do about a lease that is renewed. */
    public String remedy(LeaseName lease) {
        String stop = lease.name().equals(LeaseName.GO_CONTROLLER_MANAGER.name())
                ? "Stop it, or add " + switchedOff() + " to its --controllers. "
                : "Stop it. ";
        return stop + "If it does not do this work, " + ignore(lease);
    }

    private static String ignore(LeaseName lease) {
        return "leave the lease, and */" + lease.name() + ", out of --wait-for-leases (chart: waitForLeases)";
    }

    private String readable(LeaseName lease, LeaseWatch.Status status) {
        String grant = status.code() == 403 || status.code() == 401
                ? "Grant get on leases " + lease.name() + " in namespace " + lease.namespace()
                        + " (the chart does). "
                : "";
        return grant + "If no such program runs, " + ignore(lease);
    }

    private String program(LeaseName lease) {
        if (lease.name().equals(LeaseName.GO_CONTROLLER_MANAGER.name()))
            return "the Go controller manager";
        return lease.name().equals(app.leaseName()) ? "another release of this controller" : "another program";
    }

    private String switchedOff() {
        return Arrays.stream(ControllerName.values())
                .filter(name -> name.app() == app)
                .map(name -> "-" + name.alias())
                .collect(Collectors.joining(","));
    }
}
