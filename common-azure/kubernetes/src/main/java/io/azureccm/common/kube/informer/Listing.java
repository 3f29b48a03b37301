package io.azureccm.common.kube.informer;

import java.util.Map;

/** All objects of a collection by key at one version, in the order of the server. */
record Listing<T>(String version, Map<String, T> objects) {}
