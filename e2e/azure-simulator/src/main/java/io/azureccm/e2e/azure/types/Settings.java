package io.azureccm.e2e.azure.types;

/**
 * Settings for behaviour that varies or is undocumented in Azure.
 *
 * @param retryAfterSeconds Retry-After of accepted writes and unfinished polls; 0 omits it
 * @param pageSize entries per page of a list
 * @param busy response to a second write while an operation runs on the resource
 * @param etagFollowsRelations whether joining or leaving a resource gives it a new etag
 * @param upperCaseComputeGroups whether compute writes resource groups in IDs in upper case, as it sometimes does
 */
public record Settings(int retryAfterSeconds, int pageSize, Busy busy, boolean etagFollowsRelations,
        boolean upperCaseComputeGroups, Limits limits) {

    /** The response to a write while an operation is running. */
    public enum Busy {
        /** 409 AnotherOperationInProgress. */
        CONFLICT,
        /** 429 RetryableError with the detail RetryableErrorDueToAnotherOperation. */
        TOO_MANY_REQUESTS,
        /** The running operation ends as Canceled, and the new one continues. */
        SUPERSEDE
    }

    public static Settings defaults() {
        return new Settings(1, 100, Busy.CONFLICT, true, false, Limits.azureDefault());
    }

    public Settings withRetryAfter(int seconds) {
        return new Settings(seconds, pageSize, busy, etagFollowsRelations, upperCaseComputeGroups,
                limits);
    }

    public Settings withPageSize(int size) {
        return new Settings(retryAfterSeconds, size, busy, etagFollowsRelations, upperCaseComputeGroups, limits);
    }

    public Settings withBusy(Busy value) {
        return new Settings(retryAfterSeconds, pageSize, value, etagFollowsRelations, upperCaseComputeGroups, limits);
    }

    public Settings withUpperCaseComputeGroups(boolean value) {
        return new Settings(retryAfterSeconds, pageSize, busy, etagFollowsRelations, value, limits);
    }

    public Settings withLimits(Limits value) {
        return new Settings(retryAfterSeconds, pageSize, busy, etagFollowsRelations, upperCaseComputeGroups, value);
    }
}
