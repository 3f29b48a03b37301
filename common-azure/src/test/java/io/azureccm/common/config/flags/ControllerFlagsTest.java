package io.azureccm.common.config.flags;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.ConfigProblem;
import io.azureccm.common.config.ConfigProblem.Severity;
import io.azureccm.common.config.flags.FlagsOutcome.Refused;
import io.azureccm.common.config.flags.FlagsOutcome.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerFlagsTest {

    @Test
    void withoutFlagsTheDefaultsOfTheReferenceHold() {
        ControllerOptions options = run(App.SERVICE, "--cloud-config=/etc/kubernetes/azure.json").options();

        assertThat(options.clusterName()).isEqualTo("kubernetes");
        assertThat(options.dryRun()).isFalse();
        assertThat(options.cloudConfig())
                .isEqualTo(
                        new CloudConfigOptions("/etc/kubernetes/azure.json", "", "kube-system", "cloud-config", false));
        assertThat(options.leaderElection()).isEqualTo(new LeaderElectionOptions(true, Duration.ofSeconds(15),
                Duration.ofSeconds(10), Duration.ofSeconds(2), "azure-service-controller", "kube-system"));
        assertThat(options.kube()).isEqualTo(new KubeOptions("", "", 20, 30, Duration.ofHours(12)));
        assertThat(options.work().node()).isEqualTo(new NodeOptions(
                new NodeIpamOptions(false, NodeIpamOptions.Allocator.RANGE, 24, 64), Duration.ofSeconds(5),
                Duration.ofMinutes(5), false, false));
        assertThat(options.work().route()).isEqualTo(new RouteOptions(true, Duration.ofSeconds(10)));
        assertThat(options.run().controllers()).isEqualTo(ControllerSelection.ALL);
        assertThat(options.serving().bindAddress()).isEqualTo("0.0.0.0");
    }

    @Test
    void theThreeAppsNeverShareALeaseOrAPort() {
        assertThat(Arrays.stream(App.values()).map(App::leaseName)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(App.values()).map(App::port)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-name=blue| blue
            --cluster-name blue| blue
            -cluster-name=blue| blue
            -cluster-name blue| blue
            --cluster_name=blue| blue
            --cluster-name=red --cluster-name=blue| blue
            --cluster-name=a=b| a=b
            """)
    void valuesAreWrittenAsInGo(String args, String name) {
        assertThat(run(App.SERVICE, "--cloud-config=f " + args).options().clusterName()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"--dry-run, true", "--dry-run=true, true", "--dry-run=false, false", "--dry-run=T, true",
            "--dry-run=0, false",
            "-dry-run, true"})
    void switchesNeedNoValue(String arg, boolean on) {
        assertThat(run(App.NODE, "--cloud-config=f " + arg).options().dryRun()).isEqualTo(on);
    }

    @Test
    void aSwitchDoesNotSwallowTheWordAfterIt() {
        Run run = run(App.SERVICE, "--cloud-config=f --dry-run false");

        assertThat(run.options().dryRun()).isTrue();
        assertThat(texts(run.notices(), Severity.WARNING))
                .containsExactly("command line: false: is not a flag, it has no effect");
    }

    @ParameterizedTest
    @CsvSource({"-v=4, 4", "-v 4, 4", "--v=4, 4", "-v4, 4"})
    void verbosityIsWrittenAsInTheReference(String args, int level) {
        assertThat(run(App.SERVICE, "--cloud-config=f " + args).options().run().verbosity()).isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --leader-elect=maybe| --leader-elect: value "maybe" is not valid, expected true or false
            --leader-elect-lease-duration=15| --leader-elect-lease-duration: value "15" is not valid, expected a duration above zero such as 30s, 1m30s or 12h
            --leader-elect-lease-duration=10s| --leader-elect-lease-duration: is 10s, expected more than --leader-elect-renew-deadline 10s
            --leader-elect-retry-period=9s| --leader-elect-renew-deadline: is 10s, expected more than 1.2 times --leader-elect-retry-period 9s
            --leader-elect-resource-lock=endpoints| --leader-elect-resource-lock: value "endpoints" is not valid, expected leases
            --leader-elect-resource-name=| --leader-elect-resource-name: is empty, expected the name of the lease
            --concurrent-service-syncs=0| --concurrent-service-syncs: value "0" is not valid, expected a whole number from 1 up
            --kube-api-qps=fast| --kube-api-qps: value "fast" is not valid, expected a number
            --secure-port=70000| --secure-port: value "70000" is not valid, expected a whole number from 0 to 65535
            --min-resync-period=-1h| --min-resync-period: value "-1h" is not valid, expected a duration such as 30s, 1m30s or 12h, from 0 up
            --cloud-provider=aws| --cloud-provider: value "aws" is not valid, expected azure
            --controllers=*,-servce| --controllers: "servce" is no controller, expected * or one of cloud-node, cloud-node-controller, cloud-node-lifecycle, cloud-node-lifecycle-controller, node-ipam, node-ipam-controller, service, service-lb-controller, route, node-route-controller (did you mean "service"?)
            --tls-cert-file=a.pem| --tls-private-key-file: is missing, expected --tls-cert-file and --tls-private-key-file together
            --feature-gates=AllAlpha| --feature-gates: value "AllAlpha" is not valid, expected a pair such as AllAlpha=true
            --node-filter-requirements=a in (b| --node-filter-requirements: value "a in (b" is not valid, expected a label selector such as role=worker,!virtual
            --v| --v: has no value, expected a whole number from 0 to 100
            """)
    void aBadValueIsAnErrorThatSaysWhatIsRight(String arg, String message) {
        assertThat(errors(App.SERVICE, "--cloud-config=f", arg)).containsExactly("command line: " + message);
    }

    @Test
    void allErrorsAreReportedAtOnce() {
        assertThat(errors(App.SERVICE, "--leader-elect=x", "--secure-port=y")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''| --cloud-config: is missing, expected the path of the cloud config unless --enable-dynamic-reloading is set and --cloud-config-secret-name names a secret
            --enable-dynamic-reloading| --cloud-config-secret-name: is missing, expected the name of a secret since --cloud-config names no file
            """)
    void theCloudConfigMustComeFromSomewhere(String args, String message) {
        assertThat(errors(App.SERVICE, args.isEmpty() ? new String[0] : args.split(" ")))
                .containsExactly("command line: " + message);
    }

    @Test
    void aSecretIsEnoughWithDynamicReloading() {
        assertThat(
                run(App.SERVICE, "--enable-dynamic-reloading --cloud-config-secret-name=azure-cloud-provider").options()
                        .cloudConfig()
                        .secretName())
                .isEqualTo("azure-cloud-provider");
    }

    @Test
    void flagsOfOtherAppsAreAcceptedWithANote() {
        Run run = run(App.SERVICE, "--cloud-config=f --route-reconciliation-period=banana --cluster-cidr 10.0.0.0/8");

        assertThat(texts(run.notices(), Severity.INFO)).containsExactly(
                "command line: --route-reconciliation-period: has no effect on the service-controller, it belongs to the "
                        + "route-controller",
                "command line: --cluster-cidr: has no effect on the service-controller, it belongs to the node-controller "
                        + "and the route-controller");
    }

    @ParameterizedTest
    @CsvSource({"--external-cloud-volume-plugin=x, WARNING", "--kube-api-content-type=application/json, INFO",
            "--profiling, INFO",
            "--webhooks=a, INFO", "--authorization-always-allow-paths=/healthz, WARNING",
            "--use-service-account-credentials, WARNING",
            "--allow-untagged-cloud=true, INFO", "--node-cidr-mask-size 26, WARNING"})
    void flagsWithoutCounterpartAreAcceptedWithTheReason(String args, Severity severity) {
        Run run = run(App.NODE, "--cloud-config=f " + args);

        assertThat(run.notices()).singleElement().satisfies(n -> {
            assertThat(n.severity()).isEqualTo(severity);
            assertThat(n.message()).startsWith("has no effect: ");
        });
    }

    @ParameterizedTest
    @CsvSource({"--cloud-confg, cloud-config", "--leader-elect-leas-duration, leader-elect-lease-duration",
            "--clustername, cluster-name", "--dryrun, dry-run"})
    void anUnknownFlagIsAWarningWithTheNearestOne(String flag, String meant) {
        Run run = run(App.SERVICE, "--cloud-config=f " + flag + "=x");

        assertThat(texts(run.notices(), Severity.WARNING)).containsExactly(
                "command line: " + flag + ": unknown flag, it has no effect (did you mean --" + meant + "?)");
    }

    @Test
    void anUnknownFlagTakesItsValueAlong() {
        Run run = run(App.SERVICE, "--qwertyuiop zzz --cloud-config f --asdfghjkl --dry-run");

        assertThat(run.notices()).hasSize(2);
        assertThat(run.options().cloudConfig().file()).isEqualTo("f");
        assertThat(run.options().dryRun()).isTrue();
    }

    @Test
    void argumentsWithADotGoToSpringUnchangedAndInOrder() {
        Run run = run(App.SERVICE, "--server.port=8443 --cloud-config=f --spring.main.banner-mode=off "
                + "--logging.level.io.azureccm=debug --management.server.port=0");

        assertThat(run.springArgs()).containsExactly("--server.port=8443", "--spring.main.banner-mode=off",
                "--logging.level.io.azureccm=debug", "--management.server.port=0");
        assertThat(run.notices()).isEmpty();
    }

    @Test
    void controllersAreSwitchedAsInTheReference() {
        assertThat(selection("*,-cloud-node")).doesNotContain(ControllerName.CLOUD_NODE).hasSize(4);
        assertThat(selection("service")).containsExactly(ControllerName.SERVICE_LB);
        assertThat(selection("-route,*")).doesNotContain(ControllerName.NODE_ROUTE).hasSize(4);
        assertThat(run(App.NODE, "--cloud-config=f --controllers=* --controllers=-cloud-node").options()
                .run()
                .controllers()
                .includes(ControllerName.CLOUD_NODE)).isFalse();
        assertThat(texts(run(App.SERVICE, "--cloud-config=f --controllers=*,-service").notices(), Severity.WARNING))
                .containsExactly("command line: --controllers: switches off everything the service-controller does");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-cidr=10.244.0.0/16| 10.244.0.0/16
            --cluster-cidr=10.244.0.0/16,fd00::/48| 10.244.0.0/16,fd00::/48
            --cluster-cidr=fd00::/48,10.244.0.0/16| fd00::/48,10.244.0.0/16
            """)
    void podRangesKeepTheirOrder(String arg, String ranges) {
        assertThat(
                run(App.ROUTE, "--cloud-config=f " + arg).options().cluster().podRanges().stream().map(Cidr::toString))
                .containsExactly(ranges.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.244.0.0", "10.244.0.0/33", "fd00::/129", "host/16", "10.0.0.0/8,11.0.0.0/8",
            "fd00::/48,fd01::/48",
            "10.0.0.0/8,fd00::/48,11.0.0.0/8", "10.0.0/8", "999.0.0.0/8", "10.0.0.0/8,"})
    void badPodRangesAreRefused(String ranges) {
        assertThat(errors(App.ROUTE, "--cloud-config=f", "--cluster-cidr=" + ranges)).containsExactly(
                "command line: --cluster-cidr: value \"" + ranges
                        + "\" is not valid, expected one range such as 10.244.0.0/16, "
                        + "or two of different families with a comma");
    }

    @Test
    void routesNeedPodRangesUnlessTheyAreOff() {
        assertThat(errors(App.ROUTE, "--cloud-config=f")).singleElement()
                .asString()
                .startsWith("command line: --cluster-cidr: is missing");
        assertThat(run(App.ROUTE, "--cloud-config=f --configure-cloud-routes=false").options().work().route().enabled())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --cluster-cidr=10.244.0.0/26| --node-cidr-mask-size-ipv4: is 24, expected at least the 26 of --cluster-cidr 10.244.0.0/26
            --cluster-cidr=fd00::/40| --node-cidr-mask-size-ipv6: is 64, expected at most 56, 16 more than --cluster-cidr fd00::/40
            --cloud-provider=azure| --cluster-cidr: is missing, expected one range such as 10.244.0.0/16, or two of different families with a comma; or --allocate-node-cidrs=false
            --cluster-cidr=10.244.0.0/16 --service-cluster-ip-range=10.0.0.0/16,11.0.0.0/16| --service-cluster-ip-range: value "10.0.0.0/16,11.0.0.0/16" is not valid, expected one range, or two of different families with a comma
            """)
    void podRangesOfNodesMustFit(String args, String message) {
        List<String> all = new ArrayList<>(List.of("--cloud-config=f", "--allocate-node-cidrs"));
        all.addAll(List.of(args.split(" ")));

        assertThat(errors(App.NODE, all.toArray(String[]::new))).containsExactly("command line: " + message);
    }

    @Test
    void anUnreadableServiceRangeIsOnlyAWarning() {
        Run run = run(App.NODE, "--cloud-config=f --service-cluster-ip-range=10.0.0.0/16,nonsense");

        assertThat(run.options().cluster().serviceRanges()).hasSize(1);
        assertThat(texts(run.notices(), Severity.WARNING)).singleElement()
                .asString()
                .contains("\"nonsense\" is left out");
    }

    @Test
    void moreConcurrentSyncsAreTakenWithANote() {
        Run run = run(App.SERVICE, "--cloud-config=f --concurrent-service-syncs=5");

        assertThat(run.options().work().service().concurrency()).isEqualTo(5);
        assertThat(texts(run.notices(), Severity.INFO)).singleElement().asString().contains("in parallel");
    }

    @Test
    void featureGatesAreReadAndExplained() {
        Run run = run(App.ROUTE, "--cloud-config=f --configure-cloud-routes=false --feature-gates=AllAlpha=true,"
                + "CloudControllerManagerWebhok=false");

        assertThat(run.options().run().featureGates())
                .isEqualTo(Map.of("AllAlpha", true, "CloudControllerManagerWebhok", false));
        assertThat(texts(run.notices(), Severity.WARNING)).singleElement()
                .asString()
                .contains("did you mean \"CloudControllerManagerWebhook\"?");
    }

    @Test
    void aNodeFilterMatchesAsKubectlDoes() {
        NodeFilter filter = run(App.NODE, "--cloud-config=f",
                "--node-filter-requirements=role=worker,zone in (a, b),!virtual,os!=windows")
                .options()
                .cluster()
                .nodeFilter()
                .orElseThrow();

        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "b"))).isTrue();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "c"))).isFalse();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "a", "virtual", ""))).isFalse();
        assertThat(filter.selector().matches(Map.of("role", "worker", "zone", "a", "os", "windows"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void helpListsTheFlagsOfTheAppWithTheirDefaults(App app) {
        FlagsOutcome outcome = ControllerFlags.parse(app, List.of("--help", "--cluster-name"));

        assertThat(((FlagsOutcome.Help) outcome).text()).contains("  --cluster-name string\n", "(default kubernetes)",
                "(default " + app.leaseName() + ")", "(default 15s)", "--profiling");
        assertThat(ControllerFlags.parse(app, List.of("-h"))).isInstanceOf(FlagsOutcome.Help.class);
        assertThat(ControllerFlags.parse(app, List.of("--version"))).isInstanceOf(FlagsOutcome.Version.class);
    }

    @Test
    void everyFlagIsListedOnce() {
        assertThat(FlagCatalogue.names()).doesNotHaveDuplicates();
        assertThat(FlagCatalogue.all()).allSatisfy(f -> assertThat(f.help()).isNotBlank().doesNotEndWith("."));
    }

    private static Set<ControllerName> selection(String text) {
        return run(App.NODE, "--cloud-config=f --controllers=" + text).options().run().controllers().enabled();
    }

    private static Run run(App app, String line) {
        return run(app, line.split(" "));
    }

    private static Run run(App app, String... args) {
        return ControllerFlags.parse(app, List.of(args)).orThrow();
    }

    private static List<String> errors(App app, String... args) {
        FlagsOutcome outcome = ControllerFlags.parse(app, List.of(args));
        assertThat(outcome).isInstanceOf(Refused.class);
        return texts(((Refused) outcome).problems(), Severity.ERROR);
    }

    private static List<String> texts(List<ConfigProblem> problems, Severity severity) {
        return problems.stream().filter(p -> p.severity() == severity).map(ConfigProblem::text).toList();
    }
}
