package io.azureccm.e2e.suite.harness.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The ARM that a scenario runs on, as its author sees it: what was in it before, what is in it now, and what was asked of it. */
public interface Azure extends AutoCloseable {
    /** Calls on resources; tokens, long-running polls and what a provider offers are not counted. */
    record Calls(int reads, int writes) {}

    /** Puts complete resources in place without any call. */
    void seed(Collection<ObjectNode> resources);

    /** All resources that are there, in the form ARM shows them. */
    List<ObjectNode> resources();

    Calls calls();

    /** A text that changes with every request that arrives and every long-running operation that ends. */
    String fingerprint();

    /** What a cloud config needs so that a controller talks to this ARM: credential and endpoints. */
    ObjectNode access();

    /** Environment variables that a controller process needs for the same. */
    Map<String, String> environment();

    @Override
    void close();
}
