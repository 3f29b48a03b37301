package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.only;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.NodeIpamOptions.Allocator;
import io.azureccm.common.net.Cidr;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Flags that only some of the apps use. */
final class AppFlags {

    private static final Set<App> NODE = Set.of(App.NODE);

    private static final Set<App> SERVICE = Set.of(App.SERVICE);

    private static final Set<App> ROUTE = Set.of(App.ROUTE);

    private static final Pattern CLASS = Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?"
            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,39}[A-Za-z0-9])?");

    static final FlagSpec<List<Cidr>> CLUSTER_CIDR = only(Set.of(App.NODE, App.ROUTE), "cluster-cidr",
            FlagType.single("ranges", "one range such as 10.244.0.0/16, or two of different families with a comma",
                    AppFlags::ranges, AppFlags::text),
            List.of(), "Pod address ranges");

    static final FlagSpec<Boolean> ALLOCATE_NODE_CIDRS = only(NODE, "allocate-node-cidrs", FlagType.BOOL, false,
            "Allocate a pod range from --cluster-cidr to each node");

    static final FlagSpec<Allocator> ALLOCATOR = only(NODE, "cidr-allocator-type",
            FlagType.single("string", "one of RangeAllocator, CloudAllocator",
                    s -> Arrays.stream(Allocator.values()).filter(a -> a.text().equals(s)).findFirst(),
                    Allocator::text),
            Allocator.RANGE,
            "How pod ranges are allocated: RangeAllocator, all with the same prefix length; CloudAllocator, with"
                    + " the length in the tags of the scale set");

    // Unparsable service ranges are not an error in the reference, hence the raw text.
    static final FlagSpec<List<String>> SERVICE_RANGE = only(NODE, "service-cluster-ip-range",
            FlagType.single("list", FlagType.LIST.expected(), FlagType.LIST.reader(), FlagType.LIST.writer()),
            List.of(),
            "Service address ranges, excluded from pod ranges");

    static final FlagSpec<Integer> MASK_IPV4 = only(NODE, "node-cidr-mask-size-ipv4", FlagType.integer(0, 32), 0,
            "Prefix length of a node's IPv4 pod range, 0 for 24");

    static final FlagSpec<Integer> MASK_IPV6 = only(NODE, "node-cidr-mask-size-ipv6", FlagType.integer(0, 128), 0,
            "Prefix length of a node's IPv6 pod range, 0 for 64");

    static final FlagSpec<Duration> MONITOR_PERIOD = only(NODE, "node-monitor-period", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(5), "How often the machines of nodes that are not ready are checked");

    static final FlagSpec<Duration> STATUS_UPDATE = only(NODE, "node-status-update-frequency",
            FlagType.POSITIVE_DURATION, Duration.ofMinutes(5),
            "How often addresses of initialised nodes are compared with those of their machines");

    static final FlagSpec<Boolean> WAIT_ROUTES = only(NODE, "wait-routes", FlagType.BOOL, false,
            "Set the NetworkUnavailable condition on new nodes until their route exists");

    static final FlagSpec<Boolean> BETA_LABELS = only(NODE, "enable-deprecated-beta-topology-labels", FlagType.BOOL,
            false, "Also write the deprecated beta topology labels");

    static final FlagSpec<Integer> HEALTH_CHECK_PORT = only(NODE, "health-check-port", FlagType.integer(1, 65_535),
            10_356, "Port of the agent's probe proxy, which azureccm.probe-proxy.enabled turns on");

    static final FlagSpec<Integer> TARGET_PORT = only(NODE, "target-port", FlagType.integer(1, 65_535), 10_256,
            "Health port of kube-proxy, to which the agent's probe proxy forwards");

    static final FlagSpec<Boolean> RESOURCE_LEASE = only(SERVICE, "azure-resource-lease", FlagType.BOOL, false,
            "Hold the lease kube-system/aks-managed-resource-locker while writing to Azure");

    // The name also becomes part of a finalizer, which has 63 characters after the slash.
    static final FlagSpec<String> LOAD_BALANCER_CLASS = only(SERVICE, "load-balancer-class",
            FlagType.single("string", "a class such as example.com/azure, with at most 41 characters after the slash",
                    s -> Optional.of(s).filter(v -> v.isEmpty() || CLASS.matcher(v).matches()), v -> v),
            "", "Serve only Services with this spec.loadBalancerClass, beside another controller that serves those"
                    + " without a class; if not set, serve those without a class");

    static final FlagSpec<Boolean> CONFIGURE_ROUTES = only(ROUTE, "configure-cloud-routes", FlagType.BOOL, true,
            "Manage the route table; false leaves it unchanged");

    static final FlagSpec<Duration> ROUTE_PERIOD = only(ROUTE, "route-reconciliation-period",
            FlagType.POSITIVE_DURATION, Duration.ofSeconds(10), "How often the whole route table is reconciled");

    private static final Map<FlagSpec<?>, String> SETTINGS = Map.of(HEALTH_CHECK_PORT, "azureccm.probe-proxy.port",
            TARGET_PORT, "azureccm.probe-proxy.target-port");

    private AppFlags() {}

    static List<FlagSpec<?>> list() {
        return List.of(CLUSTER_CIDR, ALLOCATE_NODE_CIDRS, ALLOCATOR, SERVICE_RANGE, MASK_IPV4, MASK_IPV6,
                MONITOR_PERIOD, STATUS_UPDATE, WAIT_ROUTES, BETA_LABELS, HEALTH_CHECK_PORT, TARGET_PORT, RESOURCE_LEASE,
                LOAD_BALANCER_CLASS, CONFIGURE_ROUTES, ROUTE_PERIOD);
    }

    /** Spring settings that have a flag as another name, as arguments; settings in {@code given} take precedence. */
    static List<String> settings(FlagValues values, List<String> given) {
        List<String> settings = new ArrayList<>(given);
        SETTINGS.forEach((flag, name) -> {
            String argument = "--" + name + "=";
            if (values.given(flag) && given.stream().noneMatch(each -> each.startsWith(argument)))
                settings.add(argument + values.get(flag));
        });
        return List.copyOf(settings);
    }

    private static Optional<List<Cidr>> ranges(String text) {
        List<Cidr> ranges = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            Optional<Cidr> range = Cidr.parse(part.strip());
            if (range.isEmpty()) {
                return Optional.empty();
            }
            ranges.add(range.get());
        }
        boolean sameFamily = ranges.size() == 2 && ranges.getFirst().ipv6() == ranges.getLast().ipv6();
        return ranges.size() > 2 || sameFamily ? Optional.empty() : Optional.of(List.copyOf(ranges));
    }

    private static String text(List<Cidr> ranges) {
        return ranges.stream().map(Cidr::toString).collect(Collectors.joining(","));
    }
}
