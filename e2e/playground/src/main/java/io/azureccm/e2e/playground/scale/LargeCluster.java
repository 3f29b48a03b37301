package io.azureccm.e2e.playground.scale;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A simulated cluster of a given size: initialised nodes, IP-based pools, as many load balancers as Azure's limits
 * require, and an Azure with latencies and rate limits. Every tenth Service has the traffic policy Local and pods on
 * two nodes.
 */
public final class LargeCluster implements AutoCloseable {
    private static final int PAGE = 200;
    /** A subscription has a thousand by default. */
    private static final int PUBLIC_IPS = 1200;
    private static final int LOCAL = 10;

    private final Size size;
    private final LocalCloud cloud;
    private final Set<Integer> there = new TreeSet<>();
    private final Random random = new Random(1);
    private int services;

    /** The same with another behaviour of Azure. */
    public LargeCluster(Size size, Latencies latencies, ThrottlingProfile throttling, Path folder) throws IOException {
        this.size = size;
        Infrastructure sets = Infrastructure.standard();
        ArrayNode balancers = Json.array();
        for (int i = 0; i < size.balancers(); i++) {
            // Azure's maximum size of a scale set.
            for (int part = 0; part <= (nodesOf(i) - 1) / 1000; part++)
                sets = sets.scaleSet(scaleSet(i, part), Math.min(1000, nodesOf(i) - part * 1000), "1", "2", "3");
            balancers.addObject()
                    .put("name", i == 0 ? "kubernetes" : "lb" + i)
                    .put("primaryVMSet", scaleSet(i, 0));
        }
        ObjectNode config = Json.object().put("loadBalancerBackendPoolConfigurationType", "nodeIP");
        if (size.balancers() > 1)
            config.set("multipleStandardLoadBalancerConfigurations", balancers);
        this.cloud = LocalCloud.withoutNodes(AzureSimulator.builder()
                .limits(Limits.azureDefault().with(Limits.Row.PUBLIC_IP_ADDRESSES, PUBLIC_IPS))
                .latencies(latencies)
                .throttling(throttling)
                .pageSize(PAGE), sets, folder, config);
        for (int node = 0; node < size.nodes(); node++)
            join(node);
    }

    public LocalCloud cloud() {
        return cloud;
    }

    private int nodesOf(int balancer) {
        return size.nodes() / size.balancers() + (balancer < size.nodes() % size.balancers() ? 1 : 0);
    }

    private static String scaleSet(int balancer, int part) {
        return "vmss-%d%s".formatted(balancer, part == 0 ? "" : "-" + part);
    }

    private static String node(int index) {
        return "node-%04d".formatted(index);
    }

    private void join(int index) {
        int balancer = index % size.balancers();
        int member = index / size.balancers();
        cloud.cluster()
                .apply(Manifests.node(node(index), "",
                        "providerID: \"azure://%s/virtualMachines/%d\"".formatted(
                                cloud.infrastructure().scaleSetId(scaleSet(balancer, member / 1000)), member % 1000),
                        "{type: InternalIP, address: 10.240.%d.%d}".formatted((index + 10) / 250, (index + 10) % 250)));
        there.add(index);
    }

    /** Creates another Service with the next name; returns its name. */
    String make() {
        int index = services++;
        String name = name(index);
        if (index % LOCAL == 0)
            movePods(name);
        cloud.cluster().apply(service(name, 80, index % LOCAL == 0));
        return name;
    }

    private static String name(int index) {
        return "svc-%04d".formatted(index);
    }

    private static String service(String name, int port, boolean local) {
        return Manifests.service(name, port, "", local ? "externalTrafficPolicy: Local" : "");
    }

    /** Moves the pods of a Service to two other nodes. */
    private void movePods(String name) {
        Set<Integer> on = new HashSet<>(List.of(random.nextInt(size.nodes()), random.nextInt(size.nodes())));
        StringBuilder endpoints = new StringBuilder();
        on.forEach(index -> endpoints.append(endpoints.isEmpty() ? "" : ", ")
                .append("{addresses: [10.244.%d.%d], nodeName: %s, conditions: {ready: true}}".formatted(index / 250,
                        index % 250 + 1, node(index))));
        cloud.cluster()
                .apply("{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: " + name
                        + "-1, namespace: default, labels: {kubernetes.io/service-name: " + name
                        + "}}, addressType: IPv4, ports: [{name: http, port: 8080, protocol: TCP}], endpoints: ["
                        + endpoints + "]}");
    }

    /**
     * One everyday change in a cluster: a Service is created, changed or deleted, a node leaves or returns, pods move.
     */
    void something(int step) {
        switch (step % 6) {
            case 0 -> make();
            case 1 -> change(random.nextInt(services));
            case 2 -> cloud.cluster().delete("services", "default", name(random.nextInt(services)));
            case 3 -> {
                int index = random.nextInt(size.nodes());
                if (there.remove(index))
                    cloud.cluster().delete("nodes", "", node(index));
                else
                    join(index);
            }
            case 4 -> movePods(name(random.nextInt(services) / LOCAL * LOCAL));
            default -> change(random.nextInt(services));
        }
    }

    private void change(int index) {
        if (cloud.cluster().get("services", "default", name(index)).isPresent())
            cloud.cluster().apply(service(name(index), 80 + random.nextInt(100), index % LOCAL == 0));
    }

    /** Names of the Services without an address. */
    Set<String> waiting() {
        Set<String> waiting = new HashSet<>();
        cloud.cluster().list("services", "default").forEach(service -> {
            if (service.at("/spec/type").asText().equals("LoadBalancer")
                    && LocalCloud.addresses(service).isEmpty())
                waiting.add(service.at("/metadata/name").asText());
        });
        return waiting;
    }

    @Override
    public void close() {
        cloud.close();
    }
}
