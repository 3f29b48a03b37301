package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.config.options.NodeIpamOptions.Allocator;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.net.Cidr;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Rules that relate flags to each other and to the app. */
final class FlagRules {

    // The jitter that client-go adds to the retry period; the deadline must leave room for it.
    private static final double RETRY_JITTER = 1.2;

    private static final int WIDEST_IPV6_SPREAD = 16;

    // More node ranges than 2^30 cannot be counted.
    private static final int WIDEST_IPV4_SPREAD = 30;

    private static final Map<String, String> GATES = new TreeMap<>(Map.of("AllAlpha",
            "no feature gate has an effect here", "AllBeta",
            "no feature gate has an effect here", "CloudControllerManagerWatchBasedRoutesReconciliation",
            "routes always follow the watched nodes", "CloudControllerManagerWebhook", "there are no webhooks",
            "CloudNodeAdditionalLabelsReconciliation",
            "labels are written when a node is initialised, and this provider has no additional ones", "ComponentSLIs",
            "the metrics of health checks do not depend on it", "ControllerManagerReleaseLeaderElectionLockOnExit",
            "the lease is always released on exit"));

    private final App app;

    private final FlagValues v;

    private final ControllerOptions options;

    private final FlagNotices notices;

    FlagRules(App app, FlagValues values, ControllerOptions options, FlagNotices notices) {
        this.app = app;
        this.v = values;
        this.options = options;
        this.notices = notices;
    }

    void check() {
        cloudConfig();
        controllers();
        leaderElection();
        serving();
        featureGates();
        switch (app) {
            case NODE -> ipam();
            case SERVICE -> {
            }
            case ROUTE -> routes();
        }
    }

    private void cloudConfig() {
        CloudConfigOptions cloud = options.cloudConfig();
        if (!cloud.file().isEmpty()) {
            return;
        }
        if (!cloud.dynamicReloading()) {
            notices.missing(CommonFlags.CLOUD_CONFIG,
                    "the path of the cloud config unless --enable-dynamic-reloading is set and "
                            + "--cloud-config-secret-name names a secret");
        } else if (cloud.secretName().isEmpty()) {
            notices.missing(CommonFlags.SECRET_NAME,
                    "the name of a secret since --cloud-config names no file");
        }
    }

    private void controllers() {
        for (String entry : v.get(CommonFlags.CONTROLLERS)) {
            String name = entry.startsWith("-") ? entry.substring(1) : entry;
            if (!entry.equals("*") && ControllerName.find(name).isEmpty()) {
                notices.error(CommonFlags.CONTROLLERS, "\"" + name + "\" is not a controller, expected * or one of "
                        + String.join(", ", ControllerName.names()) + NearestName.hint(name, ControllerName.names()));
            }
        }
        boolean idle = Arrays.stream(ControllerName.values())
                .filter(c -> c.app() == app)
                .noneMatch(options.run().controllers()::includes);
        if (idle) {
            notices.warning(CommonFlags.CONTROLLERS, "disables every controller of the " + app.title());
        }
    }

    private void leaderElection() {
        LeaderElectionOptions lease = options.leaderElection();
        if (!lease.enabled()) {
            return;
        }
        if (v.good(CommonFlags.LEASE_DURATION, CommonFlags.RENEW_DEADLINE)
                && lease.leaseDuration().compareTo(lease.renewDeadline()) <= 0) {
            notices.error(CommonFlags.LEASE_DURATION, "is " + GoDuration.format(lease.leaseDuration())
                    + ", expected more than --leader-elect-renew-deadline " + GoDuration.format(lease.renewDeadline()));
        }
        Duration longestRetry = Duration.ofNanos((long) (lease.retryPeriod().toNanos() * RETRY_JITTER));
        if (v.good(CommonFlags.RENEW_DEADLINE, CommonFlags.RETRY_PERIOD)
                && lease.renewDeadline().compareTo(longestRetry) <= 0) {
            notices.error(CommonFlags.RENEW_DEADLINE, "is " + GoDuration.format(lease.renewDeadline())
                    + ", expected more than 1.2 times --leader-elect-retry-period "
                    + GoDuration.format(lease.retryPeriod()));
        }
        required(CommonFlags.LEASE_NAME, lease.resourceName(), "the name of the lease");
        boolean othersName = lease.resourceName().equals(LeaseName.GO_CONTROLLER_MANAGER.name())
                || Arrays.stream(App.values())
                        .anyMatch(other -> other != app && lease.resourceName().equals(other.leaseName()));
        if (othersName)
            notices.warning(CommonFlags.LEASE_NAME, "is " + lease.resourceName()
                    + ", the lease of another program: of the apps with one lease only one works, the others wait;"
                    + " expected a name for this app alone, such as " + app.leaseName());
        required(CommonFlags.LEASE_NAMESPACE, lease.resourceNamespace(), "the namespace of the lease");
    }

    private void required(FlagSpec<String> flag, String value, String expected) {
        if (value.isBlank()) {
            notices.error(flag, "is empty, expected " + expected);
        }
    }

    private void serving() {
        ServingOptions.TlsFiles files = options.serving().tls().files();
        if (files.certificate().isEmpty() != files.key().isEmpty()) {
            notices.missing(files.certificate().isEmpty() ? ServingFlags.TLS_CERT : ServingFlags.TLS_KEY,
                    "--tls-cert-file and --tls-private-key-file together");
        }
    }

    private void featureGates() {
        for (String pair : v.get(CommonFlags.FEATURE_GATES)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals).strip();
            if (equals < 1 || FlagType.BOOL.reader().apply(pair.substring(equals + 1).strip()).isEmpty()) {
                notices.error(CommonFlags.FEATURE_GATES,
                        "value \"" + pair + "\" is not valid, expected a pair such as AllAlpha=true");
            } else if (GATES.containsKey(name)) {
                notices.info(CommonFlags.FEATURE_GATES, name + " has no effect: " + GATES.get(name));
            } else {
                notices.warning(CommonFlags.FEATURE_GATES,
                        "unknown feature gate " + name + ", it has no effect" + NearestName.hint(name, GATES.keySet()));
            }
        }
    }

    private void routes() {
        if (options.work().route().enabled() && options.cluster().podRanges().isEmpty()
                && v.good(AppFlags.CLUSTER_CIDR) && options.run().controllers().includes(ControllerName.NODE_ROUTE)) {
            notices.warning(AppFlags.CLUSTER_CIDR, "is missing, so no routes are managed; expected "
                    + AppFlags.CLUSTER_CIDR.type().expected() + ", or --configure-cloud-routes=false");
        }
    }

    private void ipam() {
        serviceRanges();
        NodeIpamOptions ipam = options.work().node().ipam();
        boolean active = ipam.allocate() && options.run().controllers().includes(ControllerName.NODE_IPAM);
        if (!active) {
            return;
        }
        boolean tagged = ipam.allocator() == Allocator.CLOUD;
        if (tagged) {
            ignoredMask(AppFlags.MASK_IPV4, OptionsAssembler.MASK_IPV4);
            ignoredMask(AppFlags.MASK_IPV6, OptionsAssembler.MASK_IPV6);
        }
        if (!v.good(AppFlags.CLUSTER_CIDR)) {
            return;
        }
        if (options.cluster().podRanges().isEmpty()) {
            notices.missing(AppFlags.CLUSTER_CIDR, AppFlags.CLUSTER_CIDR.type().expected()
                    + "; or --allocate-node-cidrs=false");
        }
        options.cluster().podRanges().forEach(range -> {
            if (!tagged) {
                mask(range, ipam.maskSize(range));
            }
            room(range);
        });
    }

    private void ignoredMask(FlagSpec<Integer> flag, int usual) {
        if (v.get(flag) != 0) {
            notices.warning(flag,
                    "is ignored with --cidr-allocator-type=CloudAllocator: tags of scale sets determine the"
                            + " prefix length, or /" + usual + " if there is no tag");
        }
    }

    private void mask(Cidr range, int mask) {
        FlagSpec<Integer> flag = range.ipv6() ? AppFlags.MASK_IPV6 : AppFlags.MASK_IPV4;
        int widest = range.ipv6() ? WIDEST_IPV6_SPREAD : WIDEST_IPV4_SPREAD;
        if (mask < range.length()) {
            notices.error(flag,
                    "is " + mask + ", expected at least the " + range.length() + " of --cluster-cidr " + range);
        } else if (mask - range.length() > widest) {
            notices.error(flag, "is " + mask + ", expected at most " + (range.length() + widest) + ", " + widest
                    + " more than --cluster-cidr " + range);
        }
    }

    private void room(Cidr range) {
        options.cluster()
                .serviceRanges()
                .stream()
                .filter(services -> services.contains(range))
                .forEach(services -> notices.warning(AppFlags.SERVICE_RANGE, services + " covers all of --cluster-cidr "
                        + range + ", so no node can get a range from it"));
    }

    private void serviceRanges() {
        List<String> given = v.get(AppFlags.SERVICE_RANGE);
        List<Cidr> ranges = options.cluster().serviceRanges();
        Optional<String> unreadable = given.stream().filter(s -> Cidr.parse(s).isEmpty()).findFirst();
        unreadable.ifPresent(s -> notices.warning(AppFlags.SERVICE_RANGE,
                "\"" + s + "\" is ignored, expected a range such as 10.0.0.0/16"));
        boolean sameFamily = ranges.size() == 2 && ranges.getFirst().ipv6() == ranges.getLast().ipv6();
        if (given.size() > 2 || sameFamily) {
            notices.error(AppFlags.SERVICE_RANGE, "value \"" + String.join(",", given)
                    + "\" is not valid, expected one range, or two of different families with a comma");
        }
    }
}
