package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.GivenFlags.errors;
import static io.azureccm.common.config.flags.GivenFlags.run;
import static io.azureccm.common.config.flags.GivenFlags.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.FlagsOutcome.Run;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ControllerSelection;
import io.azureccm.common.config.options.KubeOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.config.options.NodeOptions;
import io.azureccm.common.config.options.RouteOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ControllerFlagsTest {
    @Test
    void withoutFlagsTheDefaultsHold() {
        ControllerOptions options = run(App.SERVICE, "--cloud-config=/etc/kubernetes/azure.json").options();

        assertThat(options.clusterName()).isEqualTo("kubernetes");
        assertThat(options.dryRun()).isFalse();
        assertThat(options.cloudConfig())
                .isEqualTo(
                        new CloudConfigOptions("/etc/kubernetes/azure.json", "", "kube-system", "cloud-config", false));
        assertThat(options.leaderElection()).isEqualTo(new LeaderElectionOptions(true, Duration.ofSeconds(15),
                Duration.ofSeconds(10), Duration.ofSeconds(2), "azure-service-controller", "kube-system",
                List.of(LeaseName.GO_CONTROLLER_MANAGER, new LeaseName("kube-system", "azure-service-controller"),
                        LeaseName.ANY_GO_CONTROLLER_MANAGER)));
        assertThat(options.kube()).isEqualTo(new KubeOptions("", "", 100, 200));
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "/healthz"| [/healthz]
            "/a",/b,"/c"| [/a, /b, /c]
            "a,b",c| [a,b, c]
            "say ""a"" b"| [say "a" b]
            a, b,,| [a, b]
            """)
    void elementsOfListsMayBeInQuotesAsInGo(String value, String elements) {
        assertThat(run(App.NODE, "--cloud-config=f", "--authorization-always-allow-paths=" + value).options()
                .serving()
                .authorization()
                .alwaysAllowPaths()).hasToString(elements);
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
            --kube-api-qps=fast| --kube-api-qps: value "fast" is not valid, expected a number
            --secure-port=70000| --secure-port: value "70000" is not valid, expected a whole number from 0 to 65535
            --cloud-provider=aws| --cloud-provider: value "aws" is not valid, expected azure
            --controllers=*,-servce| --controllers: "servce" is not a controller, expected * or one of cloud-node, cloud-node-controller, cloud-node-lifecycle, cloud-node-lifecycle-controller, node-ipam, node-ipam-controller, service, service-lb-controller, route, node-route-controller (did you mean "service"?)
            --tls-cert-file=a.pem| --tls-private-key-file: is missing, expected --tls-cert-file and --tls-private-key-file together
            --feature-gates=AllAlpha| --feature-gates: value "AllAlpha" is not valid, expected a pair such as AllAlpha=true
            --node-filter-requirements=a in (b| --node-filter-requirements: value "a in (b" is not valid, expected a label selector such as role=worker,!virtual
            --v| --v: has no value, expected a whole number from 0 to 100
            """)
    void aBadValueIsAnErrorThatSaysWhatIsRight(String arg, String message) {
        assertThat(errors(App.SERVICE, "--cloud-config=f", arg)).containsExactly("command line: " + message);
    }

    @ParameterizedTest
    @CsvSource({"cloud-controller-manager, true", "azure-route-controller, true", "azure-service-controller, false",
            "mine, false"})
    void aLeaseNameThatAnotherProgramHasIsWarnedOf(String name, boolean warned) {
        Run run = run(App.SERVICE, "--cloud-config=f --leader-elect-resource-name=" + name);

        assertThat(run.options().leaderElection().resourceName()).isEqualTo(name);
        assertThat(texts(run.notices(), Severity.WARNING)).hasSize(warned ? 1 : 0)
                .allSatisfy(text -> assertThat(text).contains("of the apps with one lease only one works"));
        assertThat(texts(run(App.SERVICE, "--cloud-config=f --leader-elect=false --leader-elect-resource-name=" + name)
                .notices(), Severity.WARNING)).isEmpty();
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

    @Test
    void thePortHasTheDefaultsOfTheReferenceAndTakesItsFlags() {
        ServingOptions defaults = run(App.SERVICE, "--cloud-config=f").options().serving();
        assertThat(defaults.authorization().alwaysAllowPaths()).containsExactly("/healthz", "/readyz", "/livez",
                "/actuator/health", "/actuator/health/*");
        assertThat(defaults.authentication().frontProxy().userHeaders()).containsExactly("x-remote-user");
        assertThat(defaults.authentication().tokenTtl()).isEqualTo(Duration.ofSeconds(10));
        assertThat(defaults.tls().minimumVersion()).isEqualTo("VersionTLS12");
        assertThat(defaults.tls().http2()).isTrue();
        assertThat(defaults.explicitAddress()).isFalse();

        ServingOptions given = run(App.SERVICE,
                "--cloud-config=f --bind-address=10.0.0.1 --authorization-always-allow-paths=/a,b "
                        + "--disable-http2-serving --authentication-skip-lookup --client-ca-file=ca.pem "
                        + "--requestheader-allowed-names=p,q --authorization-webhook-cache-unauthorized-ttl=0s")
                .options()
                .serving();
        assertThat(given.authorization().alwaysAllowPaths()).containsExactly("/a", "b");
        assertThat(given.authorization().deniedTtl()).isZero();
        assertThat(given.authentication().frontProxy().allowedNames()).containsExactly("p", "q");
        assertThat(given.authentication().clientCaFile()).isEqualTo("ca.pem");
        assertThat(given.authentication().skipLookup()).isTrue();
        assertThat(given.tls().http2()).isFalse();
        assertThat(given.explicitAddress()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"--external-cloud-volume-plugin=x, WARNING", "--kube-api-content-type=application/json, INFO",
            "--profiling, INFO",
            "--webhooks=a, INFO", "--authentication-tolerate-lookup-failure, INFO", "--tls-sni-cert-key=c:k, WARNING",
            "--use-service-account-credentials, INFO", "--concurrent-node-lifecycle-syncs=5, INFO",
            "--concurrent-node-syncs 5, INFO", "--concurrent-node-status-updates=5, INFO",
            "--min-resync-period=12h, INFO", "--controller-start-interval 1s, INFO",
            "--concurrent-service-syncs=5, INFO",
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

    @ParameterizedTest
    @EnumSource
    void helpListsTheFlagsOfTheAppWithTheirDefaults(App app) {
        FlagsOutcome outcome = ControllerFlags.parse(app, List.of("--help", "--cluster-name"));

        assertThat(((FlagsOutcome.Help) outcome).text()).contains("  --cluster-name string\n", "(default kubernetes)",
                "(default " + app.leaseName() + ")", "(default 15s)", "--profiling");
        assertThat(ControllerFlags.parse(app, List.of("-h"))).isInstanceOf(FlagsOutcome.Help.class);
        assertThat(ControllerFlags.parse(app, List.of("--version"))).isInstanceOf(FlagsOutcome.Version.class);
        assertThat(ControllerFlags.parse(app, List.of("--version=raw"))).isInstanceOf(FlagsOutcome.Version.class);
    }

    @Test
    void everyFlagIsListedOnce() {
        assertThat(FlagCatalogue.names()).doesNotHaveDuplicates();
        assertThat(FlagCatalogue.all()).allSatisfy(f -> assertThat(f.help()).isNotBlank().doesNotEndWith("."));
    }
}
