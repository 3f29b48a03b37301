package io.azureccm.common.kube.informer;

/**
 * An object that cannot be read: its key and uid, each "" if not even that can be read, its version and the reason. It exists,
 * so what was known of it stays.
 */
record Unreadable(String key, String uid, String version, String reason) {}
