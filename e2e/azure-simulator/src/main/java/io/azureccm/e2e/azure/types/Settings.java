package io.azureccm.e2e.azure.types;

/**
 * Settings for behaviour that varies or is undocumented in Azure.
 *
 * @param retryAfterSeconds Retry-After of accepted writes and unfinished polls; 0 omits it
 * @param pageSize entries per page of a list
 * @param busy response to a second write while an operation runs on the resource
 * @param upperCaseComputeGroups whether compute writes resource groups in IDs in upper case, as it sometimes does
 */
public record Settings(int retryAfterSeconds, int pageSize, Busy busy, boolean upperCaseComputeGroups, Limits limits) {
    /** The response to a write while an operation is running. */
    public enum Busy {
        /** 409 AnotherOperationInProgress. */
        CONFLICT,
        /** 429 RetryableError with the detail RetryableErrorDueToAnotherOperation. */
        TOO_MANY_REQUESTS,
        /** The running operation ends as Canceled, and the new one continues. */
        SUPERSEDE
    }
}
