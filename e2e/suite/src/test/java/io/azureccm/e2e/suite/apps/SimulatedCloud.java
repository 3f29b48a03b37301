package io.azureccm.e2e.suite.apps;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both simulators with an infrastructure of three machines, and what an app needs to be started on them. */
public record SimulatedCloud(Path folder, AzureSimulator azure, ClusterSimulator cluster, Infrastructure infrastructure)
        implements
            AutoCloseable {
    /** A leader keeps such a lease however long the machine lets it wait; what it releases is free at once all the same. */
    public static final String[] LONG_LEASE = {"--leader-elect-lease-duration=60s",
            "--leader-elect-renew-deadline=50s"};

    public static SimulatedCloud start(Path folder) throws IOException {
        return start(folder, ClusterOptions.defaults());
    }

    public static SimulatedCloud start(Path folder, ClusterOptions options) throws IOException {
        return start(folder, options, AzureSimulator.builder());
    }

    /** With an Azure of its own kind, such as one with latencies. */
    public static SimulatedCloud start(Path folder, ClusterOptions options, AzureSimulatorBuilder azure)
            throws IOException {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("vmss-a", 3);
        return new SimulatedCloud(folder, azure.infrastructure(infrastructure).start(),
                ClusterSimulator.start(options), infrastructure);
    }

    /** The nodes of the three machines, ready and initialised. */
    public void addNodes() {
        IntStream.range(0, 3).forEach(i -> addNode(i, ""));
    }

    /** The node of one machine; {@code more} is further fields of its spec, each with a comma before it. */
    public void addNode(int i, String more) {
        cluster.apply(
                "{apiVersion: v1, kind: Node, metadata: {name: vmss-a00000" + i + "}, spec: {providerID: 'azure://"
                        + infrastructure.scaleSetId("vmss-a") + "/virtualMachines/" + i + "'" + more
                        + "}, status: {addresses: [{type: InternalIP, address: 10.240.0." + (5 + i) + "}]}}");
    }

    public void addService(String name) {
        cluster.apply("{apiVersion: v1, kind: Service, metadata: {name: " + name
                + ", namespace: default}, spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP}]}}");
    }

    public List<String> addresses(String service) {
        return cluster.get("services", "default", service).orElseThrow().findValuesAsText("ip");
    }

    /** Flags for an app, its actuator on a free port; {@code more} may override. */
    public List<String> flags(String... more) throws IOException {
        return Stream.concat(
                Stream.of("--cloud-config=" + config(azure.url()), "--kubeconfig=" + kubeconfig(),
                        "--server.port=0", "--server.address=127.0.0.1"),
                Stream.of(more)).toList();
    }

    /** The same with what the app does not start without. */
    public List<String> flags(App app, String... more) throws IOException {
        return Stream.concat(flags(more).stream(),
                app == App.ROUTE ? Stream.of("--cluster-cidr=10.244.0.0/16") : Stream.empty()).toList();
    }

    /** Who holds the lease of the app; "" for nobody. */
    public String holder(App app) {
        return cluster.get("leases", "kube-system", app.leaseName())
                .map(lease -> lease.path("spec").path("holderIdentity").asText())
                .orElse("");
    }

    /** Lets an instance that is not there hold the lease of the app, which it never renews; "" for nobody. */
    public void hold(App app, String holder, Duration lasting) {
        cluster.apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + app.leaseName()
                + ", namespace: kube-system}, spec: {holderIdentity: '" + holder + "', leaseDurationSeconds: "
                + lasting.toSeconds() + ", leaseTransitions: 1}}");
    }

    public Path kubeconfig() throws IOException {
        return cluster.writeKubeconfig(folder.resolve("kubeconfig"));
    }

    public Path config(String endpoint) throws IOException {
        return Files.writeString(folder.resolve("azure.json"), """
                {"cloud": "AzurePublicCloud", "tenantId": "t", "subscriptionId": "%s", "resourceGroup": "%s",
                 "location": "%s", "aadClientId": "c", "aadClientSecret": "s3cret", "vnetName": "%s",
                 "subnetName": "%s", "securityGroupName": "%s", "routeTableName": "routes",
                 "resourceManagerEndpoint": "%s", "loadBalancerSku": "Standard"}"""
                .formatted(infrastructure.subscription(), infrastructure.resourceGroup(), infrastructure.location(),
                        infrastructure.network(),
                        infrastructure.subnet(), infrastructure.securityGroup(), endpoint));
    }

    /** The variables of an app that trusts the simulator. */
    public Map<String, String> environment() throws IOException {
        return Map.of("SSL_CERT_FILE", Files.writeString(folder.resolve("ca.pem"), azure.caPem()).toString());
    }

    @Override
    public void close() {
        cluster.close();
        azure.close();
    }
}
