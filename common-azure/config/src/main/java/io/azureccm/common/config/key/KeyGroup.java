package io.azureccm.common.config.key;

/** Sections of the key reference, in reading order. */
public enum KeyGroup {

    IDENTITY("Identity and credentials"),

    ENDPOINT("Cloud and endpoint"),

    PLACEMENT("Placement and names"),

    MACHINES("Machines"),

    LOAD_BALANCER("Load balancers"),

    ROUTES("Routes"),

    TAGS("Tags"),

    BACKOFF("Retries"),

    RATE_LIMITS("Rate limits"),

    CACHES("Caches"),

    LOADING("Loading"),

    IGNORED("Accepted without effect");

    private final String title;

    KeyGroup(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
